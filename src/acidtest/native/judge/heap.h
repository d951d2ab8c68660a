/*
 * malloc and its kin for two processes: each allocates in an arena of its own, whose book-keeping
 * the other cannot reach, and may free or resize what the other made. Blocks lie as glibc lays
 * them out, so that what overflows there overflows here.
 */
#ifndef ACID_HEAP_H
#define ACID_HEAP_H
#include <stddef.h>
#include <stdint.h>

enum { HEADER = 8, POISON = 0x5A };

struct heap {
    uint8_t *base, *end, *top;         /* of the arena, and the first byte never used */
    uint8_t *other_base, *other_end;   /* the other process' arena */
    void (*free_other)(void *block);   /* told of a block of the other's that is done with */
    void (*freed)(uint8_t *block, size_t size);   /* told of one of its own; or NULL */
    uint32_t *blocks;                  /* room for the place of every block, or NULL */
    size_t block_count;
};
extern struct heap heap;

/* The address under which code loaded here gets `name`, if that is one of ours. */
void *heap_function(const char *name);
/* The payload of the block around `at` and its end; NULL if none lives there. Needs `blocks`. */
uint8_t *heap_block(const uint8_t *at, uint8_t **end);
void heap_free(void *block);
void *heap_allocate(size_t size);
void *heap_calloc(size_t count, size_t each);
void *heap_realloc(void *block, size_t size);
void *heap_reallocarray(void *block, size_t count, size_t each);
void *heap_aligned(size_t alignment, size_t size);
/* Frees a block for the other process. It is not used again: else the other could have what is
   allocated next lie in a block that it knows, and where blocks lie would be for it to say. */
void heap_retire(void *block);
/* What stands in a block's header about its size, if that can be true; else 0. */
size_t heap_size(const void *block, const uint8_t *base, const uint8_t *end);
#endif
