#define _GNU_SOURCE
#include "wire.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

void *allocate(size_t len)
{
    void *memory = malloc(len ? len : 1);
    if (!memory)
        _exit(71);
    return memory;
}

static const uint8_t *take(struct reader *in, size_t len)
{
    static const uint8_t zeros[64];   /* for the largest record */
    if (in->bad || (size_t)(in->end - in->at) < len) {
        in->bad = 1;
        return zeros;
    }
    const uint8_t *start = in->at;
    in->at += len;
    return start;
}

uint32_t get_u32(struct reader *in)
{
    uint32_t value;
    memcpy(&value, take(in, 4), 4);
    return value;
}

uint64_t get_u64(struct reader *in)
{
    uint64_t value;
    memcpy(&value, take(in, 8), 8);
    return value;
}

void get_record(struct reader *in, void *record, size_t len) { memcpy(record, take(in, len), len); }

const uint8_t *get_bytes(struct reader *in, uint32_t *len)
{
    *len = get_u32(in);
    const uint8_t *start = take(in, *len);
    if (in->bad)
        *len = 0;
    return start;
}

char *get_string(struct reader *in)
{
    uint32_t len;
    const uint8_t *start = get_bytes(in, &len);
    char *copy = allocate((size_t)len + 1);
    memcpy(copy, start, len);
    copy[len] = 0;
    if (strlen(copy) != len)
        in->bad = 1;
    return copy;
}

char **get_strings(struct reader *in)
{
    uint32_t count = get_u32(in);
    if (count > 4096) {
        in->bad = 1;
        count = 0;
    }
    char **list = allocate((count + 1) * sizeof *list);
    for (uint32_t i = 0; i < count; i++)
        list[i] = get_string(in);
    list[count] = NULL;
    return list;
}

void put_raw(struct writer *out, const void *data, size_t len)
{
    if (out->len + len > out->cap) {
        out->cap = (out->len + len) * 2 + 4096;
        out->data = realloc(out->data, out->cap);
        if (!out->data)
            _exit(71);
    }
    if (len)
        memcpy(out->data + out->len, data, len);
    out->len += len;
}

void put_u32(struct writer *out, uint32_t value) { put_raw(out, &value, 4); }
void put_u64(struct writer *out, uint64_t value) { put_raw(out, &value, 8); }

void put_bytes(struct writer *out, const void *data, size_t len)
{
    put_u32(out, (uint32_t)len);
    put_raw(out, data, len);
}

int read_all(int fd, void *data, size_t len)
{
    uint8_t *at = data;
    while (len) {
        ssize_t got = read(fd, at, len);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return -1;
        at += got;
        len -= (size_t)got;
    }
    return 0;
}

int write_all(int fd, const void *data, size_t len)
{
    const uint8_t *at = data;
    while (len) {
        ssize_t put = write(fd, at, len);
        if (put < 0 && errno == EINTR)
            continue;
        if (put <= 0)
            return -1;
        at += put;
        len -= (size_t)put;
    }
    return 0;
}

int send_message(int fd, const struct writer *out)
{
    uint32_t len = (uint32_t)out->len;
    const struct iovec parts[2] = { { &len, sizeof len }, { out->data, out->len } };
    ssize_t put = writev(fd, parts, 2);
    if (put < (ssize_t)sizeof len)   /* a pipe takes four bytes or none */
        return put < 0 && errno == EINTR ? send_message(fd, out) : -1;
    size_t sent = (size_t)put - sizeof len;
    return write_all(fd, out->data + sent, out->len - sent);
}
