#include "request.h"

#include <stdlib.h>
#include <string.h>

enum { LIST_MAX = 1 << 16 };

/* Room for as many as are announced; none if the request is too short to hold them, so that a
   damaged count cannot make the launcher ask for memory without end. */
static void *list(struct reader *in, uint32_t *count, size_t size_each, size_t least)
{
    *count = get_u32(in);
    if (*count > LIST_MAX || *count > (size_t)(in->end - in->at) / least) {
        in->bad = 1;
        *count = 0;
    }
    void *made = allocate(*count * size_each);
    memset(made, 0, *count * size_each);
    return made;
}

static struct text get_text(struct reader *in)
{
    struct text text;
    text.data = get_bytes(in, &text.len);
    return text;
}

static struct program get_start(struct reader *in)
{
    struct program program;
    program.argv = get_strings(in);
    program.env = get_strings(in);
    program.input = get_text(in);
    return program;
}

static void get_job(struct reader *in, struct job_request *job)
{
    job->scratch_bytes = get_u64(in);
    job->files = list(in, &job->file_count, sizeof *job->files, 12);
    for (uint32_t i = 0; i < job->file_count; i++) {
        struct job_file *file = &job->files[i];
        file->name = get_string(in);
        file->permissions = get_u32(in);
        file->data = get_text(in);
    }
    job->steps = list(in, &job->step_count, sizeof *job->steps, 16 + sizeof(struct limits));
    for (uint32_t i = 0; i < job->step_count; i++) {
        struct step *step = &job->steps[i];
        step->program = get_start(in);
        get_record(in, &step->limits, sizeof step->limits);
        step->flags = get_u32(in);
        if (!step->program.argv[0])
            in->bad = 1;
    }
    job->outputs = list(in, &job->output_count, sizeof *job->outputs, 12);
    for (uint32_t i = 0; i < job->output_count; i++) {
        job->outputs[i].name = get_string(in);
        job->outputs[i].cap = get_u64(in);
    }
}

static void get_zygote(struct reader *in, struct zygote_request *zygote)
{
    zygote->part_count = get_u32(in);
    zygote->definition = in->at;
    if (zygote->part_count < 1 || zygote->part_count > PARTS_MAX) {
        in->bad = 1;
        zygote->part_count = 0;
    }
    for (uint32_t i = 0; i < zygote->part_count; i++)
        zygote->parts[i] = get_text(in);
    get_record(in, &zygote->limits, sizeof zygote->limits);
}

static void get_chain(struct reader *in, struct chain_request *chain)
{
    chain->source = get_text(in);
    chain->cap = get_u64(in);
    chain->zygotes = list(in, &chain->zygote_count, sizeof *chain->zygotes,
                          8 + sizeof(struct limits));
    for (uint32_t i = 0; i < chain->zygote_count; i++)
        get_zygote(in, &chain->zygotes[i]);
}

const char *get_request(const uint8_t *data, size_t len, struct request *request)
{
    struct reader in = { data, data + len, 0 };
    memset(request, 0, sizeof *request);
    uint32_t kind = get_u32(&in);
    request->kind = kind == CHAIN ? CHAIN : JOB;
    if (kind == CHAIN)
        get_chain(&in, &request->chain);
    else if (kind == JOB)
        get_job(&in, &request->job);
    else
        return "of no kind that is known";
    return in.bad || in.at != in.end ? "malformed" : NULL;
}

static void free_strings(char **list)
{
    for (char **at = list; at && *at; at++)
        free(*at);
    free(list);
}

void free_program(struct program *program)
{
    free_strings(program->argv);
    free_strings(program->env);
}

void free_request(struct request *request)
{
    struct job_request *job = &request->job;
    for (uint32_t i = 0; i < job->file_count; i++)
        free(job->files[i].name);
    for (uint32_t i = 0; i < job->step_count; i++)
        free_program(&job->steps[i].program);
    for (uint32_t i = 0; i < job->output_count; i++)
        free(job->outputs[i].name);
    free(job->files);
    free(job->steps);
    free(job->outputs);
    free(request->chain.zygotes);
}

int get_program(struct text part, struct program *program)
{
    struct reader in = { part.data, part.data + part.len, 0 };
    *program = get_start(&in);
    return !in.bad && program->argv[0];
}
