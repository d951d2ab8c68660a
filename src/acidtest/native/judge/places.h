/* Where the memory of test and candidate lies, at the same addresses in both processes. */
#ifndef ACID_PLACES_H
#define ACID_PLACES_H
#include "layout.h"

#include <stddef.h>
#include <stdint.h>

#if defined(ACID_EMULATED)
/* In 32 bits: not where small numbers, texts and common floating point numbers are. */
#define TEST_AT ((uint8_t *)EMULATED_TEST_AT)
enum { IMAGE_ROOM = 8 << 20, HEAP_ROOM = 32 << 20, STACK_ROOM = 4 << 20 };
#define ANSWER_AT ((uint8_t *)EMULATED_ANSWER_AT)
enum { ANSWER_IMAGE_ROOM = 32 << 20, ANSWER_HEAP_ROOM = 64 << 20 };
#define ANSWER_HEAP (ANSWER_AT + ANSWER_IMAGE_ROOM)
#define OWN_AT ((uint8_t *)0x05b70000)   /* up to TEST_AT */
#define SHADOW EMULATED_SHADOW
#else
/* Addresses are such as numbers and texts are not: 4096 behind a small int would be one of
   0x100000000000. */
#define TEST_AT ((uint8_t *)0x2b3d9e000000)
enum { IMAGE_ROOM = 8 << 20, HEAP_ROOM = 64 << 20, STACK_ROOM = 8 << 20 };
#define ANSWER_AT ((uint8_t *)0x2b3e9e000000)
enum { ANSWER_IMAGE_ROOM = 384 << 20, ANSWER_HEAP_ROOM = 256 << 20 };
#define ANSWER_HEAP (ANSWER_AT + (1u << 30))
#define OWN_AT ((uint8_t *)0x2b3f9e000000)
#define SHADOW SHADOW_OFFSET
#endif

/* The test's memory. In the candidate's process it is a view: a copy that holds what a call shows
   it and nothing else. */
#define TEST_HEAP (TEST_AT + IMAGE_ROOM)
#define TEST_STACK (TEST_HEAP + HEAP_ROOM)
#define TEST_END (TEST_STACK + STACK_ROOM)
#define TEST_ROOM ((size_t)(TEST_END - TEST_AT))

/* The candidate's memory, from ANSWER_AT, which the test may read and write as well. */
#define ANSWER_END (ANSWER_HEAP + ANSWER_HEAP_ROOM)
/* Its stack, behind a page that nobody may touch: what it calls back may point there. */
#define ANSWER_STACK (ANSWER_END + 4096)
enum { ANSWER_STACK_ROOM = 8 << 20 };
#define ANSWER_STACK_END (ANSWER_STACK + ANSWER_STACK_ROOM)

/* The runner's own, from OWN_AT, of which nothing is for the candidate to point to: the test's
   object stands there. */
void *own_memory(size_t size, int how);

#define SHADOW_OF(at) ((uint8_t *)(((uintptr_t)(at) >> 3) + SHADOW))
#endif
