#define _GNU_SOURCE
#include "heap.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A chunk is a multiple of 16 bytes; its header, 8 bytes in, holds the size and whether it is in
   use; 8 bytes of the next chunk belong to its payload. */
enum { UNIT = 16, LEAST = 32, BINS = 128 };
enum { IN_USE = 1, FREED = 2, FLAGS = 15 };

struct heap heap;
static uint8_t *bins[BINS];   /* freed chunks of one size, last in first out; at 0, all larger ones */

static uint64_t header_of(const void *block)
{
    uint64_t header;
    memcpy(&header, (const uint8_t *)block - HEADER, sizeof header);
    return header;
}

static void set_header(void *block, uint64_t header)
{
    memcpy((uint8_t *)block - HEADER, &header, sizeof header);
}

size_t heap_size(const void *block, const uint8_t *base, const uint8_t *end)
{
    const uint8_t *at = block;
    if ((uintptr_t)at % UNIT || at < base + UNIT || at >= end)
        return 0;
    uint64_t header = header_of(block), size = header & ~(uint64_t)FLAGS;
    if ((header & FLAGS) != IN_USE || size < LEAST || size > (uint64_t)(end - at) + HEADER)
        return 0;
    return size - HEADER;
}

static uint8_t **bin_of(size_t chunk) { return &bins[chunk / UNIT < BINS ? chunk / UNIT : 0]; }

static size_t chunk_of(const void *block) { return header_of(block) & ~(uint64_t)FLAGS; }

/* A freed chunk that is as large, or larger but not by half; NULL if there is none. */
static uint8_t *take_freed(size_t chunk)
{
    enum { MOST_TRIES = 64 };
    uint8_t *before = NULL, *block = *bin_of(chunk), *next;
    for (int i = 0; block && i < MOST_TRIES; i++, before = block, block = next) {
        memcpy(&next, block, sizeof next);
        if (chunk_of(block) < chunk || chunk_of(block) > chunk + chunk / 2)
            continue;
        memcpy(before ? before : (uint8_t *)bin_of(chunk), &next, sizeof next);
        return block;
    }
    return NULL;
}

static uint8_t *take(size_t chunk, size_t alignment)
{
    uint8_t *freed = alignment <= UNIT ? take_freed(chunk) : NULL;
    if (freed)
        return freed;
    uintptr_t at = (uintptr_t)heap.top + UNIT;
    if (alignment > UNIT)
        at = (at + alignment - 1) & ~(uintptr_t)(alignment - 1);
    uint8_t *block = (uint8_t *)at;
    if (block < heap.top || block > heap.end || chunk + UNIT > (size_t)(heap.end - block))
        return NULL;
    heap.top = block - UNIT + chunk;
    set_header(block, chunk);
    if (heap.blocks)
        heap.blocks[heap.block_count++] = (uint32_t)(block - heap.base);
    return block;
}

static void *allocate(size_t size, size_t alignment)
{
    if (size > (size_t)(heap.end - heap.base) || alignment > (1u << 20)) {
        errno = ENOMEM;
        return NULL;
    }
    size_t chunk = (size + HEADER + UNIT - 1) & ~(size_t)(UNIT - 1);
    uint8_t *block = take(chunk < LEAST ? LEAST : chunk, alignment);
    if (!block) {
        errno = ENOMEM;
        return NULL;
    }
    set_header(block, chunk_of(block) | IN_USE);
    memset(block, POISON, size);
    return block;
}

void *heap_allocate(size_t size) { return allocate(size, UNIT); }

void heap_free(void *block)
{
    if (!block)
        return;
    uint8_t *at = block;
    if (at >= heap.other_base && at < heap.other_end) {
        heap.free_other(block);
        return;
    }
    size_t size = heap_size(block, heap.base, heap.end);
    if (!size)
        abort();   /* as glibc does: an invalid pointer, a second time, a broken header */
    if (heap.freed)
        heap.freed(block, size);
    size_t chunk = size + HEADER;
    set_header(block, chunk | FREED);
    memcpy(block, bin_of(chunk), sizeof *bins);
    *bin_of(chunk) = block;
}

void heap_retire(void *block)
{
    set_header(block, (heap_size(block, heap.base, heap.end) + HEADER) | FREED);
}

void *heap_calloc(size_t count, size_t each)
{
    size_t size;
    if (__builtin_mul_overflow(count, each, &size)) {
        errno = ENOMEM;
        return NULL;
    }
    void *block = heap_allocate(size);
    return block ? memset(block, 0, size) : NULL;
}

/* The last block of the arena has room behind it. */
static void grow_last(uint8_t *block, size_t size)
{
    size_t had = chunk_of(block);
    if (size > (size_t)(heap.end - block) - 2 * UNIT)
        return;
    size_t chunk = (size + HEADER + UNIT - 1) & ~(size_t)(UNIT - 1);
    memset(block + had - HEADER, POISON, chunk - had);
    heap.top = block - UNIT + chunk;
    set_header(block, chunk | IN_USE);
}

void *heap_realloc(void *block, size_t size)
{
    if (!block)
        return heap_allocate(size);
    uint8_t *at = block;
    int other = at >= heap.other_base && at < heap.other_end;
    size_t had = other ? heap_size(block, heap.other_base, heap.other_end)
                       : heap_size(block, heap.base, heap.end);
    if (!had)
        abort();
    if (!size) {
        heap_free(block);
        return NULL;
    }
    if (!other && at + had + HEADER == heap.top + UNIT && size > had)
        grow_last(at, size);
    if (!other && size <= heap_size(block, heap.base, heap.end))
        return block;
    void *larger = heap_allocate(size);
    if (larger) {
        memcpy(larger, block, had < size ? had : size);
        heap_free(block);
    }
    return larger;
}

void *heap_reallocarray(void *block, size_t count, size_t each)
{
    size_t size;
    if (!__builtin_mul_overflow(count, each, &size))
        return heap_realloc(block, size);
    errno = ENOMEM;
    return NULL;
}

void *heap_aligned(size_t alignment, size_t size)
{
    if (!alignment || alignment & (alignment - 1)) {
        errno = EINVAL;
        return NULL;
    }
    return allocate(size, alignment);
}

static char *our_strndup(const char *text, size_t most)
{
    size_t size = strnlen(text, most);
    char *copy = heap_allocate(size + 1);
    if (copy) {
        memcpy(copy, text, size);
        copy[size] = 0;
    }
    return copy;
}

static char *our_strdup(const char *text) { return our_strndup(text, strlen(text)); }

static int our_vasprintf(char **made, const char *format, va_list arguments)
{
    va_list again;
    va_copy(again, arguments);
    int size = vsnprintf(NULL, 0, format, again);
    va_end(again);
    *made = size < 0 ? NULL : heap_allocate((size_t)size + 1);
    return *made ? vsnprintf(*made, (size_t)size + 1, format, arguments) : -1;
}

static int our_asprintf(char **made, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int size = our_vasprintf(made, format, arguments);
    va_end(arguments);
    return size;
}

void *heap_function(const char *name)
{
    static const struct { const char *name; void *function; } ours[] = {
        { "malloc", heap_allocate }, { "free", heap_free }, { "calloc", heap_calloc },
        { "realloc", heap_realloc }, { "reallocarray", heap_reallocarray },
        { "aligned_alloc", heap_aligned }, { "strdup", our_strdup },
        { "strndup", our_strndup }, { "asprintf", our_asprintf }, { "vasprintf", our_vasprintf },
    };
    for (size_t i = 0; i < sizeof ours / sizeof *ours; i++)
        if (!strcmp(name, ours[i].name))
            return ours[i].function;
    return NULL;
}

uint8_t *heap_block(const uint8_t *at, uint8_t **end)
{
    size_t low = 0, high = heap.block_count;   /* the last block that begins before `at` */
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (heap.base + heap.blocks[middle] <= at)
            low = middle + 1;
        else
            high = middle;
    }
    if (!low)
        return NULL;
    uint8_t *block = heap.base + heap.blocks[low - 1];
    size_t size = heap_size(block, heap.base, heap.end);
    if (!size || at > block + size)
        return NULL;
    *end = block + size;
    return block;
}
