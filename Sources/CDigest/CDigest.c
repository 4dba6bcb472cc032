#include "CDigest.h"
