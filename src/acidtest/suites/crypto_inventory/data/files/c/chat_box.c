#include <sodium.h>
#include <string.h>

struct me {
    unsigned char box_pk[crypto_box_PUBLICKEYBYTES], box_sk[crypto_box_SECRETKEYBYTES];
    unsigned char sign_pk[crypto_sign_PUBLICKEYBYTES], sign_sk[crypto_sign_SECRETKEYBYTES];
};

int chat_identity(struct me *me, const char *phrase, const unsigned char salt[crypto_pwhash_SALTBYTES])
{
    unsigned char seed[crypto_box_SEEDBYTES + crypto_sign_SEEDBYTES];

    if (sodium_init() < 0)
        return -1;
    if (crypto_pwhash(seed, sizeof seed, phrase, strlen(phrase), salt, crypto_pwhash_OPSLIMIT_MODERATE,
                      crypto_pwhash_MEMLIMIT_MODERATE, crypto_pwhash_ALG_DEFAULT) != 0)
        return -1;
    crypto_box_seed_keypair(me->box_pk, me->box_sk, seed);
    crypto_sign_seed_keypair(me->sign_pk, me->sign_sk, seed + crypto_box_SEEDBYTES);
    sodium_memzero(seed, sizeof seed);
    return 0;
}

/* out: nonce, signature, box */
int chat_send(const struct me *me, const unsigned char *their_pk, const unsigned char *text,
              unsigned long long n, unsigned char *out)
{
    unsigned char *nonce = out, *sig = nonce + crypto_box_NONCEBYTES, *box = sig + crypto_sign_BYTES;

    randombytes_buf(nonce, crypto_box_NONCEBYTES);
    crypto_sign_detached(sig, NULL, text, n, me->sign_sk);
    return crypto_box_easy(box, text, n, nonce, their_pk, me->box_sk);
}
