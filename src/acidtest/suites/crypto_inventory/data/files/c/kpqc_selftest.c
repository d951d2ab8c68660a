/*
 * KpqC 선정 알고리즘 기동 자가시험 (전원 인가 시 1회)
 */
#include <stdint.h>
#include <string.h>

#include "haetae2/api.h"
#include "aimer128f/api.h"
#include "smaug1/api.h"
#include "ntruplus768/api.h"

static uint8_t pk[4096], sk[8192], sig[8192], ct[2048];

static int check_sign(int (*keypair)(uint8_t *, uint8_t *),
                      int (*sign)(uint8_t *, size_t *, const uint8_t *, size_t, const uint8_t *),
                      int (*verify)(const uint8_t *, size_t, const uint8_t *, size_t, const uint8_t *))
{
    static const uint8_t msg[] = "자가시험";
    size_t n = 0;

    return keypair(pk, sk) || sign(sig, &n, msg, sizeof msg, sk) || verify(sig, n, msg, sizeof msg, pk);
}

static int check_kem(int (*keypair)(uint8_t *, uint8_t *), int (*enc)(uint8_t *, uint8_t *, const uint8_t *),
                     int (*dec)(uint8_t *, const uint8_t *, const uint8_t *))
{
    uint8_t a[32], b[32];

    return keypair(pk, sk) || enc(ct, a, pk) || dec(b, ct, sk) || memcmp(a, b, sizeof a);
}

int kpqc_selftest(void)
{
    int bad = 0;

    bad |= check_sign(haetae2_keypair, haetae2_signature, haetae2_verify) << 0;
    bad |= check_sign(aimer128f_keypair, aimer128f_signature, aimer128f_verify) << 1;
    bad |= check_kem(smaug1_kem_keypair, smaug1_kem_enc, smaug1_kem_dec) << 2;
    bad |= check_kem(ntruplus768_kem_keypair, ntruplus768_kem_enc, ntruplus768_kem_dec) << 3;
    return bad;
}
