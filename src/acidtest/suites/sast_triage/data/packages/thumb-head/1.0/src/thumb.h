// thumb-head: reads the head of a TILE picture and makes a small preview of it.
#ifndef THUMB_H
#define THUMB_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#define SIDE_MAX 8192

typedef struct {
    uint32_t width;
    uint32_t height;
    uint8_t depth;   // bits of a sample, 1 to 8
    uint8_t scale;   // the preview is smaller by this factor
    uint8_t layout;  // 0 grey, 1 colour, 2 colour with alpha
    uint16_t stride;
} Head;

typedef struct {
    const char *kind;
    uint32_t length;
    const uint8_t *body;
} Chunk;

typedef struct {
    Chunk items[16];
    size_t count;
} Chunks;

typedef struct {
    char author[24];
    char title[33];
} Meta;

// reader.c
uint16_t get_u16(const uint8_t *p);
uint32_t get_u32(const uint8_t *p);
uint8_t *slurp(const char *path, size_t *size);
int read_head(const uint8_t *raw, size_t size, Head *out);
int read_chunks(const uint8_t *raw, size_t size, Chunks *out);
int has_alpha(const Head *head);

// meta.c
uint32_t title_length(const Chunks *all);
uint32_t body_length(const Chunks *all);
int read_meta(const uint8_t *raw, size_t size, Meta *out);

// pixels.c
uint8_t *blank_canvas(const Head *head, size_t *size);
int paint_row(const Head *head, const uint8_t *raw, size_t size, uint8_t *row, size_t room);
uint32_t preview_width(const Head *head);
uint32_t sample_limit(const Head *head);
uint32_t colour_of(const uint8_t *raw, size_t at);
uint32_t blend(const Head *head, const uint8_t *raw);

#endif
