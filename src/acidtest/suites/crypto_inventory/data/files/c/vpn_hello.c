#include <oqs/oqs.h>
#include <oqs/sha3.h>
#include <stdlib.h>
#include <string.h>

struct hello {
    uint8_t *ct[2];
    size_t ct_len[2];
    uint8_t key[32];
};

/* Both KEMs must be broken before the session key is. */
static const char *const KEMS[2] = {OQS_KEM_alg_ml_kem_768, OQS_KEM_alg_frodokem_976_shake};

int vpn_hello(struct hello *h, const uint8_t *const pk[2])
{
    uint8_t secrets[64 + 24];
    size_t at = 0;

    for (int i = 0; i < 2; i++) {
        OQS_KEM *kem = OQS_KEM_new(KEMS[i]);
        if (kem == NULL)
            return -1;
        h->ct_len[i] = kem->length_ciphertext;
        h->ct[i] = malloc(kem->length_ciphertext);
        if (OQS_KEM_encaps(kem, h->ct[i], secrets + at, pk[i]) != OQS_SUCCESS) {
            OQS_KEM_free(kem);
            return -1;
        }
        at += kem->length_shared_secret;
        OQS_KEM_free(kem);
    }
    OQS_SHA3_sha3_256(h->key, secrets, at);
    OQS_MEM_cleanse(secrets, sizeof secrets);
    return 0;
}
