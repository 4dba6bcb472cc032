#include "CAvahi.h"
