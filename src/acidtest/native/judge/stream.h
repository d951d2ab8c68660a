/*
 * A stream that the test gives to the candidate stays with the test: its buffer and its place are
 * those of the C library in that process. The candidate gets one of its own, without a buffer, and
 * what it reads, writes or seeks there is done in the test's process, a step at a time.
 */
#ifndef ACID_STREAM_H
#define ACID_STREAM_H
#include "layout.h"

#include <stdint.h>

enum { STREAMS = 6, STREAM_ROOM = 4096 };
enum stream_step { NO_STEP, READ, WRITE, SEEK, FLUSH, CLOSE, GIVE_BACK };
enum { AT_END = 1, FAILED = 2 };

/* In the page that both processes share. */
struct stream_call {
    uint32_t step, which, size, lent;   /* `lent`: a bit for each register that carries one */
    int32_t whence, result;
    int64_t place;
    uint64_t returned;                  /* the number of the stream that was returned, and one */
    uint8_t states[STREAMS];            /* AT_END and FAILED */
    uint8_t data[STREAM_ROOM];
};

struct call;

/* The test's side, stream.c: a call begins; the candidate wants a step; it returned a stream. */
void lend_streams(struct call *call, const struct passed *how, const uint64_t *registers);
const char *take_stream_step(struct call *call, int recording);
const char *returned_stream(const struct call *call, uint64_t *result);

/* The candidate's side, borrowed.c: before and after a call; functions that it gets by this name. */
void borrow_streams(struct call *call);
void hand_streams_back(struct call *call);
void *borrowed_function(const char *name);

/* Streams in memory and what allocates for its caller, memory_stream.c, for both. */
void *stream_function(const char *name);
#endif
