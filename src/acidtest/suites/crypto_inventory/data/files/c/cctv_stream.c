#include <stdint.h>
#include <string.h>

#include "lea.h"
#include "lsh.h"

/* 관제센터 영상 스트림 보호. 세그먼트마다 카운터를 새로 시작한다. */
struct stream {
    LEA_KEY key;
    uint8_t ctr[16];
};

void stream_open(struct stream *s, const uint8_t raw[32], uint32_t camera)
{
    lea_set_key(&s->key, raw, 32);
    memset(s->ctr, 0, sizeof s->ctr);
    memcpy(s->ctr, &camera, sizeof camera);
}

int stream_segment(struct stream *s, const uint8_t *in, uint8_t *out, unsigned n, uint8_t check[32])
{
    lea_ctr_enc(out, in, n, s->ctr, &s->key);
    return lsh_digest(LSH_TYPE_256_256, out, (size_t)n * 8, check) == LSH_SUCCESS ? 0 : -1;
}
