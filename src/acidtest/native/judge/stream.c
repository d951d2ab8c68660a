/* The test's side of a stream that the candidate was given; see stream.h. */
#define _GNU_SOURCE
#include "stream.h"

#include "strict.h"
#include "view.h"

#include <stdio.h>

static FILE *lent[STREAMS];   /* by the register that carries it; only of this call */

/* These are the same in both processes, which write to the same place. */
static int is_everybodys(const FILE *stream)
{
    return !stream || stream == stdin || stream == stdout || stream == stderr;
}

void lend_streams(struct call *call, const struct passed *how, const uint64_t *registers)
{
    call->stream.lent = 0;
    for (int i = 0; i < STREAMS; i++) {
        lent[i] = how->streams >> i & 1 ? (FILE *)registers[i] : NULL;
        if (is_everybodys(lent[i]))
            lent[i] = NULL;
        if (!lent[i])
            continue;
        call->stream.lent |= 1u << i;
        call->integers[i] = 0;   /* the candidate puts one of its own there */
        call->stream.states[i] = (uint8_t)((feof(lent[i]) ? AT_END : 0) |
                                           (ferror(lent[i]) ? FAILED : 0));
    }
}

/* What it had read ahead or put back; and it may have cleared the mark of the end. */
static void take_back_unread(FILE *stream, const struct stream_call *step, size_t size)
{
    for (size_t i = size; i > 0; i--)
        ungetc(step->data[i - 1], stream);
    if (!size && !(step->result & AT_END) && feof(stream))
        clearerr(stream);
}

static void take_step(FILE *stream, struct stream_call *step)
{
    const size_t size = step->size < STREAM_ROOM ? step->size : STREAM_ROOM;
    switch (step->step) {
    case READ:
        step->size = (uint32_t)fread(step->data, 1, size, stream);
        step->result = !step->size && ferror(stream) ? -1 : 0;
        break;
    case WRITE:
        step->size = (uint32_t)fwrite(step->data, 1, size, stream);
        break;
    case SEEK:
        step->result = fseeko(stream, step->place, step->whence);
        step->place = ftello(stream);
        break;
    case GIVE_BACK:
        take_back_unread(stream, step, size);
        break;
    default:   /* a stream that was closed is the test's still: it is not freed for the candidate */
        step->result = fflush(stream);
    }
}

const char *take_stream_step(struct call *call, int recording)
{
    struct stream_call *step = &call->stream;
    const uint32_t which = step->which;
    if (which >= STREAMS || !lent[which])
        return "it used a stream that the call did not give it";
    const char *why = take_back(recording);   /* the stream may lie in memory that it changed */
    if (why)
        return why;
    take_step(lent[which], step);
    if (step->step == CLOSE)
        lent[which] = NULL;
    show_again(NULL, 0);
    return NULL;
}

const char *returned_stream(const struct call *call, uint64_t *result)
{
    const uint64_t number = call->stream.returned;
    if (number && number <= STREAMS && lent[number - 1])
        *result = (uint64_t)lent[number - 1];
    else if (!is_everybodys((const FILE *)*result))
        return "it returned a stream that the call did not give it";
    return NULL;
}
