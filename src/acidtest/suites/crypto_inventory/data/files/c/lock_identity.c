#include "mbedtls/ctr_drbg.h"
#include "mbedtls/ecdsa.h"
#include "mbedtls/entropy.h"
#include "mbedtls/sha256.h"

static mbedtls_ecdsa_context self;
static mbedtls_ctr_drbg_context rng;
static mbedtls_entropy_context entropy;

int lock_identity_init(void)
{
    mbedtls_ecdsa_init(&self);
    mbedtls_entropy_init(&entropy);
    mbedtls_ctr_drbg_init(&rng);
    if (mbedtls_ctr_drbg_seed(&rng, mbedtls_entropy_func, &entropy, (const unsigned char *)"lock", 4))
        return -1;
    return mbedtls_ecdsa_genkey(&self, MBEDTLS_ECP_DP_SECP256R1, mbedtls_ctr_drbg_random, &rng);
}

int lock_answer(const unsigned char *challenge, size_t n, unsigned char *sig, size_t cap, size_t *len)
{
    unsigned char hash[32];

    if (mbedtls_sha256(challenge, n, hash, 0))
        return -1;
    return mbedtls_ecdsa_write_signature(&self, MBEDTLS_MD_SHA256, hash, sizeof hash, sig, cap, len,
                                         mbedtls_ctr_drbg_random, &rng);
}
