/*
 * What acidtest and the launcher send each other: the one place where numbers and records of the
 * wire are written down. tools/wire.py makes toolchains/sandbox/wire.py from this file, and knows
 * only what is used here: enums, and structs of fixed-width fields without padding. All is
 * little-endian, as are the machines that this runs on.
 */
#ifndef ACID_LAYOUT_H
#define ACID_LAYOUT_H
#include <stdint.h>

/* How the launcher keeps jobs apart; told once, when it starts. */
enum mode { BARE, SINGLE, NESTED };

/* What a request begins with. */
enum request_kind { JOB, CHAIN };

/* What a response begins with. */
enum response_kind { DONE, FAILED, NO_ZYGOTE };

/* How a step ended. */
enum ending { EXITED, SIGNALLED, TOO_LONG, TOO_MUCH_OUTPUT };

/* What became of a file to send back. */
enum collected { MISSING, TAKEN, TOO_BIG, NOT_A_FILE };

/* What is special about a step; flags. */
enum step_flag { EVEN_AFTER_FAILURE = 1 };

/* What one step may use. */
struct limits {
    uint32_t cpu_s;
    uint32_t wall_ms;
    uint64_t memory;      /* address space of each process */
    uint64_t file_size;
    uint32_t processes;   /* 1: no process or thread may be created at all */
    uint32_t output;      /* bytes of standard output and error together */
};

/* How one step went; its output, errors and report follow. */
struct step_record {
    uint32_t ending;
    uint32_t value;       /* exit status, or the signal that ended it */
    uint64_t cpu_us;
    uint64_t wall_us;
    uint64_t max_rss_kib;
};
#endif
