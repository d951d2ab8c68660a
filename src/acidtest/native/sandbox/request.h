/* A whole request, decoded before anything of it is done. */
#ifndef ACID_REQUEST_H
#define ACID_REQUEST_H
#include "layout.h"
#include "wire.h"

/* Bytes inside the request. */
struct text { const uint8_t *data; uint32_t len; };

/* A program to start. */
struct program { char **argv, **env; struct text input; };

struct job_file { char *name; uint32_t permissions; struct text data; };
struct step { struct program program; struct limits limits; uint32_t flags; };
struct output { char *name; uint64_t cap; };

/* Files for a scratch folder, steps run there in order, and files to send back. */
struct job_request {
    uint64_t scratch_bytes;
    uint32_t file_count, step_count, output_count;
    struct job_file *files;
    struct step *steps;
    struct output *outputs;
};

enum { PARTS_MAX = 32 };

/* How a zygote's program is started (the first part, for get_program) and what it reads then. */
struct zygote_request {
    const uint8_t *definition;   /* where the parts begin, each with its length */
    uint32_t part_count;
    struct text parts[PARTS_MAX];
    struct limits limits;
};

/* A source that is handed from fork to fork. */
struct chain_request {
    struct text source;
    uint64_t cap;
    uint32_t zygote_count;
    struct zygote_request *zygotes;
};

struct request {
    enum request_kind kind;
    struct job_request job;
    struct chain_request chain;
};

/* What is wrong with the request, or NULL. It points into `data`; free it in either case. */
const char *get_request(const uint8_t *data, size_t len, struct request *request);
void free_request(struct request *request);

/* The program in a zygote's first part. Whether it is well-formed; free it in either case. */
int get_program(struct text part, struct program *program);
void free_program(struct program *program);
#endif
