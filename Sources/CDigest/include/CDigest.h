#pragma once

#include <stddef.h>
#include <stdint.h>

/// A digest being computed (libcrypto's EVP context). One thread at a time.
typedef struct cdigest_context cdigest_context;

/// Starts a digest: `bits` 160 = SHA-1, 256 = SHA-256. Result: owned by the caller (cdigest_free), or NULL when out of
/// memory or when libcrypto refuses the algorithm.
cdigest_context *_Nullable cdigest_new(int bits);

/// Adds `count` bytes. Result: 1, or 0 when libcrypto failed.
int cdigest_update(cdigest_context *_Nonnull context, const void *_Nullable bytes, size_t count);

/// Ends the digest and writes its 20 or 32 bytes to `output`; the context must then only be freed.
/// Result: the number of bytes written, or 0 when libcrypto failed.
size_t cdigest_finish(cdigest_context *_Nonnull context, uint8_t *_Nonnull output);

/// Frees the context. Any thread.
void cdigest_free(cdigest_context *_Nullable context);

/// Fills `count` bytes from libcrypto's random source. Any thread. Result: 1, or 0 when there is no randomness.
int cdigest_random(uint8_t *_Nonnull output, size_t count);

/// Compares `count` bytes in a time that does not depend on them. Any thread. Result: 1 equal, 0 different.
int cdigest_equal(const void *_Nonnull left, const void *_Nonnull right, size_t count);
