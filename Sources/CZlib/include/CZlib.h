#pragma once

#include <stddef.h>
#include <stdint.h>

// zlib for Swift. `deflateInit2` and `inflateInit2` are macros and `z_stream` is a foreign struct that must not move, so
// both streams live here behind opaque handles. The streams are raw deflate (no zlib header, 32 KiB window).
//
// Thread: a handle may be used by one thread at a time; different handles are independent. `czlib_crc32` is pure.
// Ownership: `…_new` returns a handle the caller owns and gives back to `…_free` exactly once. Buffers stay the caller's
// and are not kept after a call returns. All lengths are bytes.

typedef struct czlib_deflate czlib_deflate;
typedef struct czlib_inflate czlib_inflate;

/// The CRC-32 (polynomial 0xEDB88320) of `length` bytes, continuing from `crc`; 0 starts a new one.
uint32_t czlib_crc32(uint32_t crc, const uint8_t *_Nullable bytes, size_t length);

/// A compressor. `level` 1 (fast) … 9 (small), `memory_level` 1 … 9. NULL if an argument is out of range or memory is
/// short.
czlib_deflate *_Nullable czlib_deflate_new(int level, int memory_level);

void czlib_deflate_free(czlib_deflate *_Nonnull handle);

/// Room that always suffices for the result of `czlib_deflate_sync` on `length` bytes.
size_t czlib_deflate_bound(czlib_deflate *_Nonnull handle, size_t length);

/// Compresses all of `input` and ends with a sync flush (the output ends in 00 00 FF FF). `length` must not be 0.
/// Result: bytes written to `output`, or 0 if `capacity` was too small; the handle is useless after a 0.
size_t czlib_deflate_sync(
    czlib_deflate *_Nonnull handle, const uint8_t *_Nonnull input, size_t length, uint8_t *_Nonnull output,
    size_t capacity
);

/// A decompressor; NULL if memory is short.
czlib_inflate *_Nullable czlib_inflate_new(void);

void czlib_inflate_free(czlib_inflate *_Nonnull handle);

/// Decompresses as much of `input` as fits into `output`. `*consumed` and `*written` are set in every case.
/// Result: 0 = went well (call again while input is left or the output was filled), 1 = the data ended the deflate
/// stream, -1 = not deflate data, -2 = memory is short. After anything but 0 the handle is useless.
int czlib_inflate_some(
    czlib_inflate *_Nonnull handle, const uint8_t *_Nonnull input, size_t length, size_t *_Nonnull consumed,
    uint8_t *_Nonnull output, size_t capacity, size_t *_Nonnull written
);
