/* One program of a job: how it is watched, and what is told of it. */
#ifndef ACID_STEP_H
#define ACID_STEP_H
#include "layout.h"
#include "wire.h"

#include <sys/types.h>

#define REPORT_FD 3

enum { OUTPUT, ERRORS, REPORT, STREAMS };

/* What a step writes to: the ends it gets, and those that are read here. */
struct pipes { int given[STREAMS], read[STREAMS]; };

/* Opens the first `count` of them. What failed, or NULL; so is watch. */
const char *open_pipes(struct pipes *pipes, int count);
void close_given(const struct pipes *pipes);
/* Waits until `pid` has ended or must be ended, and writes its result. For a fork of a zygote,
   `caller` is who waits for it: if it hangs up, the fork is ended and `gone` is the reason. -1 for
   a step of a job, whose supervisor is ended instead. */
const char *watch(pid_t pid, struct pipes *pipes, const struct limits *limits, int caller,
                  struct writer *out, int *succeeded);
extern const char gone[];

/* A file in memory that holds `data`, at its start; or -1. */
int memory_file(const void *data, size_t len);
#endif
