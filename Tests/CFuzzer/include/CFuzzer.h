#pragma once

#include <stddef.h>
#include <stdint.h>

// libFuzzer's entry for programs that have a main of their own (LLVM's documentation of libFuzzer, "Using libFuzzer as a
// library"). Only there in a build with the compiler's fuzzing instrumentation.
//
// Calls `test` with inputs that reach new code, on the calling thread, until the time of its options is over; ends the
// process itself when an input crashes. `arguments` are `count` strings, the first of them a program's name; it may change
// both. The bytes belong to the library and are valid during the call.
int LLVMFuzzerRunDriver(
    int *_Nonnull count, char *_Nullable *_Nonnull *_Nonnull arguments,
    int (*_Nonnull test)(const uint8_t *_Nullable bytes, size_t count));

int LLVMFuzzerTestOneInput(const uint8_t *_Nullable bytes, size_t count);
