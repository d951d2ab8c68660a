/* What a strict verdict is about: one file, of which the test's part is not read before the
   candidate's process is there. */
#ifndef ACID_JOB_H
#define ACID_JOB_H
#include "layout.h"
#include "load.h"

/* Opens the verdict's channel and the job, which takes the place of standard input and stands at
   its secret. In a zygote this returns in each fork. -1 if there is no such job. */
int open_job(struct job *job);
/* Reads a part into memory of its own; no `data` if that fails. Functions are names, each with
   its end and behind a struct passed. */
struct object_file job_part(const struct job *job, enum job_part part);
#endif
