/* Programs that are started once, stopped, and forked for each input (see stop.c). */
#ifndef ACID_ZYGOTE_H
#define ACID_ZYGOTE_H
#include "step.h"
#include "wire.h"

/* Where a zygote finds its socket and the file it may read before it stops. */
enum { ZYGOTE_SOCKET = 3, ZYGOTE_HEAD = 4 };

/* What a fork of a zygote is given, with the descriptors below. */
struct zygote_order { struct limits limits; };
enum { SOURCE_FD, RESULT_FD, OUTPUT_FD, ERRORS_FD, ORDER_FDS };

/* Answers a request for a chain: forks of zygotes, each reading what the one before has written.
   -1: `caller` hung up. */
int run_chain(struct reader *in, int caller, struct writer *out);
unsigned zygote_count(void);
void end_zygotes(void);
#endif
