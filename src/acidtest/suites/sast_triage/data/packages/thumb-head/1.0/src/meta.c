#include "thumb.h"

#include <string.h>

static const Chunk *find(const Chunks *all, const char *kind) {
    for (size_t i = 0; i < all->count; i++) {
        if (memcmp(all->items[i].kind, kind, 4) == 0) {
            return &all->items[i];
        }
    }
    return NULL;
}

uint32_t title_length(const Chunks *all) {
    const Chunk *titl = find(all, "TITL");
    return titl ? titl->length : 0;
}

uint32_t body_length(const Chunks *all) {
    const Chunk *pixels = find(all, "BODY");
    return pixels->length;
}

// 24 bytes of author, 32 of title, padded with zeros or full to the brim.
int read_meta(const uint8_t *raw, size_t size, Meta *out) {
    char by[24];
    if (size < 56) {
        return 0;
    }
    memset(out, 0, sizeof *out);
    memcpy(by, raw, sizeof by);
    by[sizeof by - 1] = '\0';
    strncpy(out->author, by, sizeof out->author);
    strncpy(out->title, (const char *)raw + 24, sizeof out->title - 1);
    return (int)strlen(out->title);
}
