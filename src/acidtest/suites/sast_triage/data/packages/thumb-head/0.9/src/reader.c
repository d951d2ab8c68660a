#include "thumb.h"

#include <stdlib.h>
#include <string.h>

uint16_t get_u16(const uint8_t *p) {
    return (uint16_t)(p[0] | p[1] << 8);
}

uint32_t get_u32(const uint8_t *p) {
    return get_u16(p) | (uint32_t)get_u16(p + 2) << 16;
}

// The whole file; the caller frees it.
uint8_t *slurp(const char *path, size_t *size) {
    FILE *in = fopen(path, "rb");
    if (!in) {
        return NULL;
    }
    if (fseek(in, 0, SEEK_END) != 0) {
        return NULL;
    }
    long end = ftell(in);
    if (end == 0) {
        fclose(in);
        return NULL;
    }
    rewind(in);
    uint8_t *all = malloc((size_t)end);
    if (!all) {
        fclose(in);
        return NULL;
    }
    *size = fread(all, 1, (size_t)end, in);
    fclose(in);
    return all;
}

// 'TILE', width, height, depth, scale, layout, 0, stride: 18 bytes.
int read_head(const uint8_t *raw, size_t size, Head *out) {
    if (size < 18 || memcmp(raw, "TILE", 4) != 0) {
        return 0;
    }
    out->width = get_u32(raw + 4);
    out->height = get_u32(raw + 8);
    out->depth = raw[12];
    out->scale = raw[13];
    out->layout = raw[14];
    out->stride = get_u16(raw + 16);
    if (out->depth < 1 || out->depth > 8) {
        return 0;
    }
    if (out->scale == 0) {
        out->scale = 1;
    }
    return out->layout <= 2;
}

int has_alpha(const Head *head) {
    return head->layout == 2;
}

// Each chunk: four letters, length, body. BODY must be there.
int read_chunks(const uint8_t *raw, size_t size, Chunks *out) {
    int body = 0;
    size_t at = 0;
    out->count = 0;
    while (size - at >= 8 && out->count < 16) {
        uint32_t length = get_u32(raw + at + 4);
        if (length > size - at - 8) {
            return 0;
        }
        Chunk *one = &out->items[out->count++];
        one->kind = (const char *)raw + at;
        one->length = length;
        one->body = raw + at + 8;
        body |= memcmp(one->kind, "BODY", 4) == 0;
        at += 8 + length;
    }
    return body;
}
