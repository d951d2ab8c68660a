#include "thumb.h"

#include <stdlib.h>
#include <string.h>

static const uint32_t web_colours[256] = {0x000000, 0xffffff, 0xff0000, 0x00ff00, 0x0000ff};
// Four steps of brightness and full.
static const uint32_t ramp[5] = {0x00, 0x40, 0x80, 0xc0, 0xff};

// One grey byte for each pixel of the whole picture.
uint8_t *blank_canvas(const Head *head, size_t *size) {
    uint8_t *canvas = malloc(head->width * head->height);
    if (!canvas) {
        return NULL;
    }
    for (size_t y = 0; y < head->height && y < 4; y++) {
        memset(canvas + y * head->width, 0x80, head->width);
    }
    *size = (size_t)head->width * head->height;
    return canvas;
}

int paint_row(const Head *head, const uint8_t *raw, size_t size, uint8_t *row, size_t room) {
    size_t bytes = head->stride;
    if (room == 0 || bytes > size) {
        return 0;
    }
    memcpy(row, raw, bytes);
    return 1;
}

uint32_t preview_width(const Head *head) {
    return head->width / head->scale;
}

uint32_t sample_limit(const Head *head) {
    return (1u << head->depth) - 1;
}

uint32_t colour_of(const uint8_t *raw, size_t at) {
    uint8_t which = raw[at];
    uint32_t light = ramp[raw[at] >> 5];
    return web_colours[which] | light;
}

// The first pixel over white.
uint32_t blend(const Head *head, const uint8_t *raw) {
    uint32_t cover;
    uint32_t grey = raw[0];
    if (has_alpha(head)) {
        cover = raw[3];
    }
    if (has_alpha(head)) {
        grey = (grey * cover + 255 * (255 - cover)) / 255;
    }
    return grey;
}
