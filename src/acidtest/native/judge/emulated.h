/* A test and a candidate for another machine, in two emulated processes; see pair.c. */
#ifndef ACID_EMULATED_H
#define ACID_EMULATED_H
#include <stdint.h>

/* How the two tell pair.c something: by a system call that emulators pass on as it is, with one of
   these and a number. Each stays in the call until it is to go on. */
#define TELL_CALL SYS_setpriority
enum tells {
    READY = 0x3ac1d00,   /* its memory is in place: from now on it only computes */
    CALLS,               /* the test: let the candidate run until it waits again */
    WAITS,               /* the candidate: for a call, or the one that it was given is done */
    SAYS,                /* the test: the verdict is SAYS + its kind */
};

/* Files in the current folder: what both share, and what the test has to say beside the verdict. */
#define MEMORY_FILE "memory"
#define REPORT_FILE "report"
#define CHANGES_FILE "changes"

#if defined(ACID_EMULATED)
#include "places.h"

enum { MOST_FREED = 256, MOST_PASSED = 4096 };

/* A call, at the start of the shared file, where the candidate has it mapped. Arguments and result are structs that the task's stubs
   know (suites/c_decompile/stubs.py). */
struct call {
    uint32_t function;
    int32_t error;
    uint32_t freed_count;
    void *freed[MOST_FREED];   /* blocks of the test's that the candidate has freed */
    uint8_t arguments[MOST_PASSED] __attribute__((aligned(16)));
    uint8_t result[MOST_PASSED] __attribute__((aligned(16)));
};

/* The shared file: the call, the view of the test's memory, the candidate's memory. */
enum { CALL_ROOM = 1 << 16 };
#define VIEW_AT CALL_ROOM
#define ANSWER_PART_AT (VIEW_AT + TEST_ROOM)
#define ANSWER_ROOM ((size_t)(ANSWER_STACK_END - ANSWER_AT))
#define MEMORY_ROOM (ANSWER_PART_AT + ANSWER_ROOM)

/* The test's stub of each function hands its arguments over with this, and gets the result. */
void acid_pass(unsigned function, const void *arguments, unsigned size, void *result,
               unsigned result_size, unsigned kind, void *frame);
/* The candidate's stubs, by the number of the function. */
extern void (*const acid_functions[])(const void *arguments, void *result);

/* Lays out this side's memory and its heap: the C library allocates before anything else runs. */
void make_memory(void);

/* both.c */
int open_memory(void);
void map_part(int fd, void *at, size_t size, size_t from);
void tell(unsigned what, int value);
void on_stack(uint8_t *stack, size_t size, void (*function)(void)) __attribute__((noreturn));
/* The segments of this program: the one behind number `after` (-1: the first), and its number. */
struct segment { uint8_t *low, *high; int written; };
int next_segment(int after, struct segment *next);
#endif
#endif
