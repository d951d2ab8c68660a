/* Test and candidate in two processes; see strict.c. */
#ifndef ACID_STRICT_H
#define ACID_STRICT_H
#include "layout.h"

#include <stddef.h>
#include <stdint.h>

/* Addresses are such as numbers and texts are not: 4096 behind a small int would be one of
   0x100000000000. */

/* The test's memory, at the same address in both processes. In the candidate's it is a view:
   a copy that holds what a call shows it and nothing else. */
#define TEST_AT ((uint8_t *)0x2b3d9e000000)
enum { IMAGE_ROOM = 8 << 20, HEAP_ROOM = 64 << 20, STACK_ROOM = 8 << 20 };
#define TEST_HEAP (TEST_AT + IMAGE_ROOM)
#define TEST_STACK (TEST_HEAP + HEAP_ROOM)
#define TEST_END (TEST_STACK + STACK_ROOM)
#define TEST_ROOM ((size_t)(TEST_END - TEST_AT))

/* The candidate's memory, which the test may read and write as well. */
#define ANSWER_AT ((uint8_t *)0x2b3e9e000000)
#define ANSWER_HEAP (ANSWER_AT + (1u << 30))
enum { ANSWER_IMAGE_ROOM = 384 << 20, ANSWER_HEAP_ROOM = 256 << 20 };
#define ANSWER_END (ANSWER_HEAP + ANSWER_HEAP_ROOM)
/* Its stack, behind a page that nobody may touch: what it calls back may point there. */
#define ANSWER_STACK (ANSWER_END + 4096)
enum { ANSWER_STACK_ROOM = 8 << 20 };
#define ANSWER_STACK_END (ANSWER_STACK + ANSWER_STACK_ROOM)

/* The runner's own, of which nothing is for the candidate to point to: the test's object stands
   there. */
#define OWN_AT ((uint8_t *)0x2b3f9e000000)
void *own_memory(size_t size, int how);

#define SHADOW_OF(at) ((uint8_t *)(((uintptr_t)(at) >> 3) + SHADOW_OFFSET))

enum { MOST_FREED = 256 };

/* A call, in a page that both processes share: the registers of the x86-64 calling convention.
   The candidate calls back with the same registers, `callback` being what it wants to call. */
struct call {
    uint64_t integers[6], rax, function;
    uint8_t floats[8][16];
    uint64_t result[2];
    uint8_t float_result[2][16];
    int32_t error, listener;
    uint32_t stack_size, freed_count;
    uint8_t stack[STACK_ARGUMENTS];
    uint8_t long_result[16];
    uint64_t returns_long, callback, stack_pointer;
    void *freed[MOST_FREED];   /* blocks of the test's that the candidate has freed */
};

/* One verdict on the job in job.h; never returns. */
int run_strictly(void);

/* candidate.c: never returns. */
void serve_calls(struct call *call, uint8_t *view) __attribute__((noreturn));
/* What lies below the caller on the stack becomes poison; only pages that are not yet are written,
   so that a fork whose parent has done it copies few. */
void poison_below(void) __attribute__((visibility("hidden")));
#endif
