/* Programs that are started once, stopped, and forked for each input (see stop.c). */
#ifndef ACID_ZYGOTE_H
#define ACID_ZYGOTE_H
#include "request.h"
#include "step.h"

/* Where a zygote finds its socket and the first file it opens. */
enum { ZYGOTE_SOCKET = 3, ZYGOTE_MAIN = 4 };

/* What a zygote is asked for, and the descriptors that come with it. */
struct zygote_order {
    enum { FORK, ZYGOTE } kind;   /* a fork for one input, or a zygote that reads on to its next stop */
    struct limits limits;
};
enum { SOURCE_FD, RESULT_FD, OUTPUT_FD, ERRORS_FD, ORDER_FDS };
enum { SOCKET_FD = RESULT_FD };

/* Answers a request for a chain: forks of zygotes, each reading what the one before has written.
   -1: `caller` hung up. */
int run_chain(const struct chain_request *chain, int caller, struct writer *out);
unsigned zygote_count(void);
void end_zygotes(void);
#endif
