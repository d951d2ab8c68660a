/* The candidate's side of a stream that it was given; see stream.h. */
#define _GNU_SOURCE
#include "stream.h"

#include "channel.h"
#include "filter.h"
#include "strict.h"

#include <errno.h>
#include <stdio.h>
#include <stdio_ext.h>
#include <string.h>
#include <unistd.h>

/* What a stream without a buffer finds out from the test's, and what it only believes. */
enum belief { ASK, END, FAILURE };
static struct borrowed { FILE *stream; enum belief belief; } borrowed[STREAMS];
static struct call *current;

static void ask(const struct borrowed *one, enum stream_step what)
{
    current->stream.which = (uint32_t)(one - borrowed);
    current->stream.step = what;
    if (syscall(STOP_CALL))
        _exit(0);
}

static ssize_t read_there(void *cookie, char *to, size_t size)
{
    struct borrowed *one = cookie;
    if (one->belief != ASK)
        return one->belief == END ? 0 : -1;
    current->stream.size = size < STREAM_ROOM ? (uint32_t)size : STREAM_ROOM;
    ask(one, READ);
    memcpy(to, current->stream.data, current->stream.size);
    return current->stream.result ? -1 : (ssize_t)current->stream.size;
}

static ssize_t write_there(void *cookie, const char *from, size_t size)
{
    size_t done = 0;
    while (done < size) {
        const size_t part = size - done < STREAM_ROOM ? size - done : STREAM_ROOM;
        memcpy(current->stream.data, from + done, part);
        current->stream.size = (uint32_t)part;
        ask(cookie, WRITE);
        done += current->stream.size;
        if (current->stream.size < part)
            break;
    }
    return (ssize_t)done;
}

static int seek_there(void *cookie, off_t *place, int whence)
{
    current->stream.place = *place;
    current->stream.whence = whence;
    ask(cookie, SEEK);
    *place = current->stream.place;
    return current->stream.result;
}

static int close_there(void *cookie)
{
    struct borrowed *one = cookie;
    one->stream = NULL;
    ask(one, CLOSE);
    return current->stream.result;
}

static const cookie_io_functions_t there = { read_there, write_there, seek_there, close_there };

static void believe(struct borrowed *one, enum belief what)
{
    one->belief = what;
    fgetc(one->stream);
    one->belief = ASK;
}

static FILE *borrow(struct borrowed *one, int state)
{
    if (!one->stream) {
        one->stream = fopencookie(one, "r+", there);
        if (!one->stream)
            return NULL;
        setvbuf(one->stream, NULL, _IONBF, 0);
    }
    clearerr(one->stream);
    if (state & FAILED)
        believe(one, FAILURE);
    if (state & AT_END)
        believe(one, END);
    return one->stream;
}

void borrow_streams(struct call *call)
{
    current = call;
    for (int i = 0; i < STREAMS; i++)
        if (call->stream.lent >> i & 1)
            call->integers[i] = (uint64_t)borrow(&borrowed[i], call->stream.states[i]);
}

static void hand_back(struct borrowed *one)
{
    if (__fpending(one->stream))
        fflush(one->stream);
    const int state = feof(one->stream) ? AT_END : 0;
    uint32_t unread = 0;
    one->belief = END;
    for (int c; unread < STREAM_ROOM && (c = fgetc(one->stream)) != EOF;)
        current->stream.data[unread++] = (uint8_t)c;
    one->belief = ASK;
    current->stream.size = unread;
    current->stream.result = state;
    ask(one, GIVE_BACK);
}

void hand_streams_back(struct call *call)
{
    const int error = errno;
    call->stream.returned = 0;
    for (int i = 0; i < STREAMS; i++) {
        if (!(call->stream.lent >> i & 1) || !borrowed[i].stream)
            continue;
        if (call->result[0] == (uint64_t)borrowed[i].stream)
            call->stream.returned = (uint64_t)i + 1;
        hand_back(&borrowed[i]);
    }
    call->stream.step = NO_STEP;
    errno = error;
}

static struct borrowed *borrowed_as(const FILE *stream)
{
    for (int i = 0; i < STREAMS; i++)
        if (stream && borrowed[i].stream == stream)
            return &borrowed[i];
    return NULL;
}

/* These would not leave the C library of the process. */
static int our_fflush(FILE *stream)
{
    struct borrowed *one = borrowed_as(stream);
    if (!one)
        return fflush(stream);
    fflush(stream);
    ask(one, FLUSH);
    return current->stream.result;
}

static int our_setvbuf(FILE *stream, char *room, int how, size_t size)
{
    return borrowed_as(stream) ? 0 : setvbuf(stream, room, how, size);
}

static void our_setbuf(FILE *stream, char *room)
{
    if (!borrowed_as(stream))
        setbuf(stream, room);
}

void *borrowed_function(const char *name)
{
    if (!strcmp(name, "fflush"))
        return our_fflush;
    if (!strcmp(name, "setvbuf"))
        return our_setvbuf;
    return strcmp(name, "setbuf") ? NULL : our_setbuf;
}
