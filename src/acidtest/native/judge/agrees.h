/*
 * What acidtest and the calls of agrees.c tell each other; see layout.h, which this is apart from
 * because agrees.c is compiled beside answers, and knows nothing else of the judge.
 */
#ifndef ACID_AGREES_H
#define ACID_AGREES_H
#include <stdint.h>

enum { INPUTS = 160, SHOWN_SIZE = 2000 };

/* How one call went. */
enum call_status { NOT_RUN, RETURNED, HUNG, WROTE_OUTSIDE, NOT_COMPARABLE, SIGNALLED = 64 };

/* What the calls are told, in this order. */
enum setting { COUNT, POISON, TICKS, GO_ON, SHOW, ELSEWHERE };

/* One call; INPUTS of them are reported. `fresh`: branches that no call before it reached. */
struct call_record {
    uint8_t status;
    uint8_t hash[8];
    uint8_t fresh;
};

/* What one call gave, behind the records of all. */
struct __attribute__((packed)) shown_record {
    uint16_t len;
    uint8_t text[SHOWN_SIZE];
};
#endif
