/*
 * VAN 승인 전문 암호화 (여신금융협회 단말기 규격)
 */
#include <stdint.h>
#include <string.h>

#include "KISA_SEED_CBC.h"

#define MSG_MAX 1024

static uint8_t g_iv[16] = {0x26, 0x8D, 0x66, 0xA7, 0x35, 0xA8, 0x1A, 0x81,
                           0x6F, 0xBA, 0xD9, 0xFA, 0x36, 0x16, 0x25, 0x01};

/* 전문 본문을 암호화하고 길이를 돌려준다. 실패하면 0. */
int van_encrypt(uint8_t key[16], const uint8_t *msg, int len, uint8_t *out)
{
    uint8_t padded[MSG_MAX + 16];

    if (len <= 0 || len > MSG_MAX)
        return 0;
    memcpy(padded, msg, len);
    return SEED_CBC_Encrypt(key, g_iv, padded, len, out);
}

int van_decrypt(uint8_t key[16], const uint8_t *msg, int len, uint8_t *out)
{
    if (len % 16 != 0)
        return 0;
    return SEED_CBC_Decrypt(key, g_iv, (uint8_t *)msg, len, out);
}
