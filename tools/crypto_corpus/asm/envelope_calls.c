/* corpus: envelope-calls
 * x86_64: assembly/envelope_calls_x86_64.s twin assembly/ledger_calls_x86_64.s
 * difficulty: easy
 * finding: ARIA | cipher | api-call | bits=256,mode=CBC | wrap | Compiled from a call of EVP_aria_256_cbc.
 * finding: RSA | signature | api-call | | stamp | Compiled from a call of RSA_sign.
 * finding: SHA-256 | hash | api-call | | stamp | Compiled from a call of SHA256 and the number 672 (NID_sha256) passed on.
 */
typedef struct evp_cipher_ctx_st EVP_CIPHER_CTX;
typedef struct evp_cipher_st EVP_CIPHER;
typedef struct rsa_st RSA;
const EVP_CIPHER *EVP_aria_256_cbc(void);
int EVP_EncryptInit_ex(EVP_CIPHER_CTX *, const EVP_CIPHER *, void *, const unsigned char *, const unsigned char *);
int EVP_EncryptUpdate(EVP_CIPHER_CTX *, unsigned char *, int *, const unsigned char *, int);
int EVP_EncryptFinal_ex(EVP_CIPHER_CTX *, unsigned char *, int *);
unsigned char *SHA256(const unsigned char *, unsigned long, unsigned char *);
int RSA_sign(int, const unsigned char *, unsigned, unsigned char *, unsigned *, RSA *);

int wrap(EVP_CIPHER_CTX *ctx, const unsigned char *key, const unsigned char *in, int n, unsigned char *out)
{
    int a = 0, b = 0;
    if (EVP_EncryptInit_ex(ctx, EVP_aria_256_cbc(), 0, key, key + 32) != 1)
        return -1;
    if (EVP_EncryptUpdate(ctx, out, &a, in, n) != 1 || EVP_EncryptFinal_ex(ctx, out + a, &b) != 1)
        return -1;
    return a + b;
}

int stamp(RSA *rsa, const unsigned char *in, int n, unsigned char *sig)
{
    unsigned char digest[32];
    unsigned len = 0;
    SHA256(in, n, digest);
    return RSA_sign(672, digest, sizeof digest, sig, &len, rsa) == 1 ? (int)len : -1;
}
