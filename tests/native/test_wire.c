/* Requests: what is read of good ones, and that bad ones are refused. */
#define _GNU_SOURCE
#include "check.h"
#include "request.h"

#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static void put_text(struct writer *out, const char *text) { put_bytes(out, text, strlen(text)); }

static void put_strings(struct writer *out, const char *first, const char *second)
{
    put_u32(out, second ? 2 : 1);
    put_text(out, first);
    if (second)
        put_text(out, second);
}

static const struct limits limits = { 1, 2000, 3ull << 32, 4, 5, 6 };

static struct writer job(void)
{
    struct writer out = { 0 };
    put_u32(&out, JOB);
    put_u64(&out, 1ull << 33);
    put_u32(&out, 1);
    put_text(&out, "a.c");
    put_u32(&out, 0600);
    put_text(&out, "int a;");
    put_u32(&out, 1);
    put_strings(&out, "/bin/cc", "a.c");
    put_strings(&out, "A=b", NULL);
    put_text(&out, "input");
    put_raw(&out, &limits, sizeof limits);
    put_u32(&out, EVEN_AFTER_FAILURE);
    put_u32(&out, 1);
    put_text(&out, "a.o");
    put_u64(&out, 99);
    return out;
}

static struct writer chain(uint32_t parts)
{
    struct writer out = { 0 }, program = { 0 };
    put_strings(&program, "/bin/cc", NULL);
    put_strings(&program, "A=b", "C=d");
    put_text(&program, "main");
    put_u32(&out, CHAIN);
    put_text(&out, "source");
    put_u64(&out, 77);
    put_u32(&out, 1);
    put_u32(&out, parts);
    for (uint32_t i = 0; i < parts; i++)
        put_bytes(&out, i ? (void *)"part" : program.data, i ? 4 : program.len);
    put_raw(&out, &limits, sizeof limits);
    free(program.data);
    return out;
}

static int accepted(const uint8_t *data, size_t len)
{
    /* a copy of exactly that length, so that the sanitizer sees what is read behind its end */
    uint8_t *copy = allocate(len);
    memcpy(copy, data, len);
    struct request request;
    int good = !get_request(copy, len, &request);
    free_request(&request);
    free(copy);
    return good;
}

static void a_job_is_read(void)
{
    struct writer out = job();
    struct request request;
    CHECK(!get_request(out.data, out.len, &request));
    CHECK(request.kind == JOB && request.job.scratch_bytes == 1ull << 33);
    CHECK(request.job.file_count == 1 && !strcmp(request.job.files[0].name, "a.c"));
    CHECK(request.job.files[0].permissions == 0600 && request.job.files[0].data.len == 6);
    CHECK(!memcmp(request.job.files[0].data.data, "int a;", 6));
    CHECK(request.job.step_count == 1);
    const struct step *step = &request.job.steps[0];
    CHECK(!strcmp(step->program.argv[1], "a.c") && !step->program.argv[2]);
    CHECK(!strcmp(step->program.env[0], "A=b") && !step->program.env[1]);
    CHECK(step->program.input.len == 5 && step->flags == EVEN_AFTER_FAILURE);
    CHECK(!memcmp(&step->limits, &limits, sizeof limits));
    CHECK(request.job.output_count == 1 && request.job.outputs[0].cap == 99);
    free_request(&request);
    free(out.data);
}

static void a_chain_is_read(void)
{
    struct writer out = chain(3);
    struct request request;
    CHECK(!get_request(out.data, out.len, &request));
    CHECK(request.kind == CHAIN && request.chain.cap == 77 && request.chain.zygote_count == 1);
    const struct zygote_request *zygote = &request.chain.zygotes[0];
    CHECK(zygote->part_count == 3 && zygote->parts[2].len == 4);
    CHECK(zygote->definition + 4 == zygote->parts[0].data);
    CHECK(zygote->limits.wall_ms == 2000);
    struct program program;
    CHECK(get_program(zygote->parts[0], &program));
    CHECK(!strcmp(program.argv[0], "/bin/cc") && !strcmp(program.env[1], "C=d"));
    CHECK(program.input.len == 4 && !memcmp(program.input.data, "main", 4));
    free_program(&program);
    CHECK(!get_program(zygote->parts[1], &program));
    free_program(&program);
    free_request(&request);
    free(out.data);
}

static void every_cut_is_refused(struct writer out)
{
    CHECK(accepted(out.data, out.len));
    for (size_t len = 0; len < out.len; len++)
        CHECK(!accepted(out.data, len));
    put_u32(&out, 0);
    CHECK(!accepted(out.data, out.len));   /* nor may anything follow */
    free(out.data);
}

static void bad_requests_are_refused(void)
{
    struct writer out = job();
    out.data[0] = 2;
    CHECK(!accepted(out.data, out.len));   /* of no kind */
    out.data[0] = JOB;
    memset(out.data + 12, 0xff, 4);
    CHECK(!accepted(out.data, out.len));   /* more files than bytes */
    free(out.data);
    out = job();
    *(char *)memmem(out.data, out.len, "a.c", 3) = 0;
    CHECK(!accepted(out.data, out.len));   /* a NUL in a name */
    free(out.data);
    for (uint32_t parts = 0; parts < PARTS_MAX + 2; parts++) {
        out = chain(parts);
        CHECK(accepted(out.data, out.len) == (parts >= 1 && parts <= PARTS_MAX));
        free(out.data);
    }
}

static void a_step_needs_a_program(void)
{
    struct writer out = { 0 };
    put_u32(&out, JOB);
    put_u64(&out, 0);
    put_u32(&out, 0);
    put_u32(&out, 1);
    put_u32(&out, 0), put_u32(&out, 0), put_u32(&out, 0);
    put_raw(&out, &limits, sizeof limits);
    put_u32(&out, 0);
    put_u32(&out, 0);
    CHECK(!accepted(out.data, out.len));
    free(out.data);
}

/* No memory is asked for because of a number alone. */
static void a_count_is_not_believed(void)
{
    struct writer out = { 0 };
    put_u32(&out, CHAIN);
    put_u32(&out, 0);
    put_u64(&out, 0);
    put_u32(&out, 1000);   /* zygotes, of which there is none */
    struct request request;
    CHECK(get_request(out.data, out.len, &request) && !request.chain.zygote_count);
    free_request(&request);
    free(out.data);
}

static void lists_of_strings_are_bounded(void)
{
    uint32_t count = 4097;
    struct reader in = { (uint8_t *)&count, (uint8_t *)&count + sizeof count, 0 };
    char **list = get_strings(&in);
    CHECK(in.bad && !list[0]);
    free(list);
}

/* More than a pipe holds, so that it is written in parts. */
static void a_large_message_arrives(void)
{
    enum { SIZE = 1 << 20 };
    int ends[2];
    struct writer out = { 0 };
    for (uint32_t i = 0; i < SIZE / 4; i++)
        put_u32(&out, i * 2654435761u);
    CHECK(!pipe(ends));
    pid_t pid = fork();
    if (pid == 0)
        _exit(send_message(ends[1], &out) ? 1 : 0);
    close(ends[1]);
    uint32_t len;
    CHECK(!read_all(ends[0], &len, sizeof len) && len == SIZE);
    uint8_t *back = allocate(len);
    CHECK(!read_all(ends[0], back, len) && !memcmp(back, out.data, len));
    CHECK(read_all(ends[0], back, 1) == -1);   /* the end */
    int status;
    CHECK(waitpid(pid, &status, 0) == pid && !status);
    close(ends[0]);
    free(back);
    free(out.data);
}

int main(void)
{
    a_job_is_read();
    a_chain_is_read();
    every_cut_is_refused(job());
    every_cut_is_refused(chain(2));
    bad_requests_are_refused();
    a_step_needs_a_program();
    a_count_is_not_believed();
    lists_of_strings_are_bounded();
    a_large_message_arrives();
    return 0;
}
