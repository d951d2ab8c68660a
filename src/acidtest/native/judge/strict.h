/* Test and candidate in two processes; see strict.c. */
#ifndef ACID_STRICT_H
#define ACID_STRICT_H
#include "layout.h"
#include "places.h"
#include "stream.h"

#include <stddef.h>
#include <stdint.h>

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
    struct stream_call stream;
};

/* One verdict on the job in job.h, on C++ with its library; never returns. */
int run_strictly(int cpp);

/* candidate.c: never returns. */
struct image;
void serve_calls(struct call *call, uint8_t *view, const struct image *answer)
    __attribute__((noreturn));
/* Where a call of the candidate's comes back to. In the test's process that is no way to go on. */
extern const char invoked[] __attribute__((visibility("hidden")));
/* What lies below the caller on the stack becomes poison; only pages that are not yet are written,
   so that a fork whose parent has done it copies few. */
void poison_below(void) __attribute__((visibility("hidden")));
#endif
