#include "CZlib.h"

#include <limits.h>
#include <stdlib.h>
#include <zlib.h>

struct czlib_deflate {
    z_stream stream;
};

struct czlib_inflate {
    z_stream stream;
};

static const int raw_window_bits = -15;

uint32_t czlib_crc32(uint32_t crc, const uint8_t *bytes, size_t length) {
    // zlib takes NULL as "give me the initial value", which would forget `crc`.
    return length == 0 ? crc : (uint32_t)crc32_z(crc, bytes, length);
}

czlib_deflate *czlib_deflate_new(int level, int memory_level) {
    czlib_deflate *handle = calloc(1, sizeof *handle);
    if (handle == NULL) {
        return NULL;
    }
    if (deflateInit2(&handle->stream, level, Z_DEFLATED, raw_window_bits, memory_level, Z_DEFAULT_STRATEGY) != Z_OK) {
        free(handle);
        return NULL;
    }
    return handle;
}

void czlib_deflate_free(czlib_deflate *handle) {
    deflateEnd(&handle->stream);
    free(handle);
}

size_t czlib_deflate_bound(czlib_deflate *handle, size_t length) {
    // deflateBound covers one finished stream; a sync flush adds an empty stored block (5 bytes) and pending bits.
    return deflateBound(&handle->stream, length) + 16;
}

size_t czlib_deflate_sync(
    czlib_deflate *handle, const uint8_t *input, size_t length, uint8_t *output, size_t capacity
) {
    if (length > UINT_MAX || capacity > UINT_MAX) {
        return 0;
    }
    z_stream *stream = &handle->stream;
    stream->next_in = (Bytef *)input;
    stream->avail_in = (uInt)length;
    stream->next_out = output;
    stream->avail_out = (uInt)capacity;
    int status = deflate(stream, Z_SYNC_FLUSH);
    // A full output buffer means that the flush may be incomplete.
    if (status != Z_OK || stream->avail_in != 0 || stream->avail_out == 0) {
        return 0;
    }
    return capacity - stream->avail_out;
}

czlib_inflate *czlib_inflate_new(void) {
    czlib_inflate *handle = calloc(1, sizeof *handle);
    if (handle == NULL) {
        return NULL;
    }
    if (inflateInit2(&handle->stream, raw_window_bits) != Z_OK) {
        free(handle);
        return NULL;
    }
    return handle;
}

void czlib_inflate_free(czlib_inflate *handle) {
    inflateEnd(&handle->stream);
    free(handle);
}

int czlib_inflate_some(
    czlib_inflate *handle, const uint8_t *input, size_t length, size_t *consumed, uint8_t *output, size_t capacity,
    size_t *written
) {
    *consumed = 0;
    *written = 0;
    if (length > UINT_MAX || capacity > UINT_MAX) {
        return -1;
    }
    z_stream *stream = &handle->stream;
    stream->next_in = (Bytef *)input;
    stream->avail_in = (uInt)length;
    stream->next_out = output;
    stream->avail_out = (uInt)capacity;
    int status = inflate(stream, Z_SYNC_FLUSH);
    *consumed = length - stream->avail_in;
    *written = capacity - stream->avail_out;
    switch (status) {
    case Z_OK:
    case Z_BUF_ERROR: // nothing left to do with this input and this room; not an error for a caller that loops
        return 0;
    case Z_STREAM_END:
        return 1;
    case Z_MEM_ERROR:
        return -2;
    default:
        return -1;
    }
}
