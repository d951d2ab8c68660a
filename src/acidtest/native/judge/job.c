#define _GNU_SOURCE
#include "job.h"

#include "channel.h"
#include "strict.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

static off_t start_of(const struct job *job, enum job_part part)
{
    off_t at = (off_t)sizeof *job;
    for (int i = 0; i < (int)part; i++)
        at += job->sizes[i];
    return at;
}

int open_job(struct job *job)
{
    int verdict = open("verdict", O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    int file = open("job", O_RDONLY | O_CLOEXEC);
    if (verdict < 0 || file < 0 || dup2(file, 0) < 0 || dup2(verdict, VERDICT_FD) < 0)
        return -1;
    syscall(SYS_close_range, VERDICT_FD + 1, ~0u, 0);
    if (pread(0, job, sizeof *job, 0) != (ssize_t)sizeof *job)
        return -1;
    return lseek(0, start_of(job, JOB_PARTS), SEEK_SET) < 0 ? -1 : 0;
}

struct object_file job_part(const struct job *job, enum job_part part)
{
    static const char *const names[JOB_PARTS] = { "the names", "the answer", "the test",
                                                  "the changes", "the callbacks" };
    struct object_file read = { names[part], NULL, job->sizes[part] };
    if (!read.size)
        return read;
    uint8_t *data = own_memory(read.size, MAP_PRIVATE);
    if (pread(0, data, read.size, start_of(job, part)) == (ssize_t)read.size)
        read.data = data;
    return read;
}
