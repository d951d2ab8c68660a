#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/rsa.h>
#include <stdio.h>

/* Returns 1 when the package's detached signature fits, 0 when not, -1 on error. */
int update_verify(const char *pubkey_path, const unsigned char *pkg, size_t pkg_len,
                  const unsigned char *sig, size_t sig_len)
{
    int result = -1;
    EVP_PKEY_CTX *pctx = NULL;
    EVP_MD_CTX *ctx = NULL;
    EVP_PKEY *key = NULL;
    FILE *f = fopen(pubkey_path, "r");

    if (f == NULL)
        return -1;
    key = PEM_read_PUBKEY(f, NULL, NULL, NULL);
    fclose(f);
    if (key == NULL || EVP_PKEY_base_id(key) != EVP_PKEY_RSA)
        goto out;
    ctx = EVP_MD_CTX_new();
    if (ctx == NULL || EVP_DigestVerifyInit(ctx, &pctx, EVP_sha256(), NULL, key) != 1)
        goto out;
    if (EVP_PKEY_CTX_set_rsa_padding(pctx, RSA_PKCS1_PADDING) != 1)
        goto out;
    result = EVP_DigestVerify(ctx, sig, sig_len, pkg, pkg_len) == 1;
out:
    EVP_MD_CTX_free(ctx);
    EVP_PKEY_free(key);
    return result;
}
