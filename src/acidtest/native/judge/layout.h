/*
 * What acidtest and the runner tell each other: the one place where numbers and records are
 * written down. tools/wire.py makes suites/c_decompile/wire.py from this file and from agrees.h,
 * and knows only what is used here: constants, enums, and structs of fixed-width fields without
 * padding.
 */
#ifndef ACID_JUDGE_LAYOUT_H
#define ACID_JUDGE_LAYOUT_H
#include <stdint.h>

/* Where gcc's address sanitizer, told so by a flag, notes the bounds of the test's variables. */
#define SHADOW_OFFSET 0x500000000000

/* The same for a test that runs under an emulator, and where it and its candidate are linked to:
   all of it in 32 bits. */
#define EMULATED_SHADOW 0x20000000
#define EMULATED_TEST_AT 0x13600000
#define EMULATED_ANSWER_AT 0x17900000

enum { SECRET_SIZE = 16, WHY_SIZE = 200 };
/* How many bytes of the stack can travel with a call; how many functions there may be, and how
   many of the test's that may be called back. */
enum { STACK_ARGUMENTS = 512, MOST_FUNCTIONS = 16, MOST_CALLBACKS = 64 };

/* What the runner has to say. */
enum verdict_kind {
    RETURNED = 1, ASSERTION, NOT_LOADED, NOT_CONFINED, NEEDS_LINKER,
    DIED, ENDED, TRESPASSED,   /* of an answer in a process of its own */
    TEST_DIED,
};

/* The runner's verdict; a report may follow. */
struct verdict_record {
    uint8_t secret[SECRET_SIZE];
    int32_t kind;
    int32_t value;
    uint8_t why[WHY_SIZE];   /* ends in NUL */
};

/* What a strict job is for. */
enum job_mode { PROBE, RECORD, JUDGE };

/* What comes back from a call. */
enum result_kind {
    NUMBER, ADDRESS, TRUTH,
    STRUCT,   /* which may hold addresses, in both registers */
    LONG_DOUBLE,
    STREAM,   /* one of those that the call was given */
};

/* Registers that carry the result of a function that is called back, a bit for each. */
enum returned_in { IN_RAX = 1, IN_RDX = 2, IN_XMM0 = 4, IN_XMM1 = 8 };

/* Before the names of a function: the registers that carry its arguments, a bit for each. */
struct passed {
    uint8_t integers;
    uint8_t floats;
    uint8_t whole;      /* vector registers of which all 16 bytes do */
    uint8_t variadic;   /* the call says how many vector registers do */
    uint8_t returned;   /* of a function that is called back: what carries its result */
    uint8_t streams;    /* integer registers that carry a stream */
    uint8_t open;       /* those that lead to what is the candidate's own, such as a copy made for it */
};

/* What follows the head of a strict job, in this order. */
enum job_part {
    FUNCTIONS,   /* with two names each: the test's and the candidate's */
    ANSWER, TEST, CHANGES, CALLBACKS, JOB_PARTS
};

/* How a strict job begins; its parts follow one another, and behind them the secret. */
struct job {
    uint32_t mode;
    uint32_t stack_size;   /* bytes of the stack that carry arguments, at most */
    uint32_t result;
    uint32_t cpp;          /* libstdc++ is loaded; objects are changed as a whole */
    uint32_t sizes[JOB_PARTS];
};
#endif
