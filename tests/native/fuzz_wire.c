/*
 * Any bytes as a request to the launcher. What is accepted must, written again, be the same bytes,
 * and must come through a pipe unchanged.
 */
#define _GNU_SOURCE
#include "request.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PIPE_SIZE = 1 << 16 };

static void put_strings(struct writer *out, char **list)
{
    uint32_t count = 0;
    while (list[count])
        count++;
    put_u32(out, count);
    for (uint32_t i = 0; i < count; i++)
        put_bytes(out, list[i], strlen(list[i]));
}

static void put_program(struct writer *out, const struct program *program)
{
    put_strings(out, program->argv);
    put_strings(out, program->env);
    put_bytes(out, program->input.data, program->input.len);
}

static void put_job(struct writer *out, const struct job_request *job)
{
    put_u64(out, job->scratch_bytes);
    put_u32(out, job->file_count);
    for (uint32_t i = 0; i < job->file_count; i++) {
        put_bytes(out, job->files[i].name, strlen(job->files[i].name));
        put_u32(out, job->files[i].permissions);
        put_bytes(out, job->files[i].data.data, job->files[i].data.len);
    }
    put_u32(out, job->step_count);
    for (uint32_t i = 0; i < job->step_count; i++) {
        put_program(out, &job->steps[i].program);
        put_raw(out, &job->steps[i].limits, sizeof job->steps[i].limits);
        put_u32(out, job->steps[i].flags);
    }
    put_u32(out, job->output_count);
    for (uint32_t i = 0; i < job->output_count; i++) {
        put_bytes(out, job->outputs[i].name, strlen(job->outputs[i].name));
        put_u64(out, job->outputs[i].cap);
    }
}

static void put_chain(struct writer *out, const struct chain_request *chain)
{
    put_bytes(out, chain->source.data, chain->source.len);
    put_u64(out, chain->cap);
    put_u32(out, chain->zygote_count);
    for (uint32_t i = 0; i < chain->zygote_count; i++) {
        const struct zygote_request *zygote = &chain->zygotes[i];
        put_u32(out, zygote->part_count);
        for (uint32_t k = 0; k < zygote->part_count; k++)
            put_bytes(out, zygote->parts[k].data, zygote->parts[k].len);
        put_raw(out, &zygote->limits, sizeof zygote->limits);
    }
}

/* The program that a zygote is started as: any bytes as well. */
static void try_program(struct text part)
{
    struct program program;
    if (get_program(part, &program)) {
        struct writer again = { 0 };
        put_program(&again, &program);
        if (again.len > part.len || memcmp(again.data, part.data, again.len))
            abort();
        free(again.data);
    }
    free_program(&program);
}

static void send_and_read(const struct writer *message)
{
    static int ends[2];
    uint32_t len;
    if (!ends[1] && (pipe(ends) || fcntl(ends[1], F_SETPIPE_SZ, PIPE_SIZE) < PIPE_SIZE))
        abort();
    if (message->len + sizeof len > PIPE_SIZE)
        return;
    uint8_t *back = allocate(message->len);
    if (send_message(ends[1], message) || read_all(ends[0], &len, sizeof len) ||
        len != message->len || read_all(ends[0], back, len) || memcmp(back, message->data, len) ||
        read_all(-1, back, 1) == 0 || send_message(-1, message) == 0)
        abort();
    free(back);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct request request;
    const char *wrong = get_request(data, size, &request);
    for (uint32_t i = 0; i < request.chain.zygote_count; i++)
        if (request.chain.zygotes[i].part_count)
            try_program(request.chain.zygotes[i].parts[0]);
    if (!wrong) {
        struct writer again = { 0 };
        put_u32(&again, request.kind);
        if (request.kind == CHAIN)
            put_chain(&again, &request.chain);
        else
            put_job(&again, &request.job);
        if (again.len != size || memcmp(again.data, data, size))
            abort();
        send_and_read(&again);
        free(again.data);
    }
    free_request(&request);
    return 0;
}
