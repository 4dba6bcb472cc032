#include "CFuzzer.h"

// The library's own main, which ours stands in for, asks for this one. It is never called.
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count) {
    (void)bytes;
    (void)count;
    return 0;
}
