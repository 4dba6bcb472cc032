#include "CDigest.h"

#include <limits.h>
#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/rand.h>
#include <stdlib.h>

// When a process exits, libcrypto takes apart what it keeps for each thread, and a thread that is just ending does the same
// with its own: both then free it (OpenSSL 3.0 to 3.5; the program died of it once in 200 ends on a slow machine). What is
// left at the end goes with the process anyway. This has to come before anybody else's first call, libwebsockets' too.
__attribute__((constructor)) static void cdigest_clean_nothing_at_exit(void) {
    OPENSSL_init_crypto(OPENSSL_INIT_NO_ATEXIT, NULL);
}

struct cdigest_context {
    EVP_MD_CTX *evp;
};

cdigest_context *cdigest_new(int bits) {
    const EVP_MD *algorithm = bits == 160 ? EVP_sha1() : bits == 256 ? EVP_sha256() : NULL;
    if (algorithm == NULL) return NULL;
    cdigest_context *context = malloc(sizeof *context);
    if (context == NULL) return NULL;
    context->evp = EVP_MD_CTX_new();
    if (context->evp == NULL || EVP_DigestInit_ex(context->evp, algorithm, NULL) != 1) {
        cdigest_free(context);
        return NULL;
    }
    return context;
}

int cdigest_update(cdigest_context *context, const void *bytes, size_t count) {
    return count == 0 || EVP_DigestUpdate(context->evp, bytes, count) == 1;
}

size_t cdigest_finish(cdigest_context *context, uint8_t *output) {
    unsigned int written = 0;
    return EVP_DigestFinal_ex(context->evp, output, &written) == 1 ? written : 0;
}

void cdigest_free(cdigest_context *context) {
    if (context == NULL) return;
    EVP_MD_CTX_free(context->evp);
    free(context);
}

int cdigest_random(uint8_t *output, size_t count) {
    return count <= INT_MAX && RAND_bytes(output, (int)count) == 1;
}

int cdigest_equal(const void *left, const void *right, size_t count) {
    return CRYPTO_memcmp(left, right, count) == 0;
}
