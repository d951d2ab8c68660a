/*
 * The launcher lives inside bubblewrap and runs jobs that nobody trusts.
 *
 * A job is a set of files for a private scratch folder, one or more steps
 * (programs run one after another there) and the files to send back. How a job
 * is kept apart from the next one is the mode:
 *
 *   nested  each job gets process and mount namespaces and a scratch tmpfs of
 *           its own; the launcher serves any number of jobs, and chains of
 *           forks (zygote.h), which need no scratch;
 *   single  no further namespaces can be made here, so the launcher serves one
 *           job in the scratch that bubblewrap made, and ends;
 *   bare    no bubblewrap at all (the user insisted): limits and the
 *           system-call filter only, one job, scratch is the current folder.
 *
 * Messages are those of wire.h: a 32-bit length, then the payload.
 */
#define _GNU_SOURCE
#include "confine.h"
#include "request.h"
#include "step.h"
#include "wire.h"
#include "zygote.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define REQUEST_MAX (256u << 20)
#define RESPONSE_MAX (256u << 20)
#define SCRATCH "/box"

static enum mode mode;
/* Outside a user namespace of our own, and before Linux 5.14, the limit on processes counts
   all that the user runs; a step would then fail for what has nothing to do with it. */
static int count_processes;
static uint32_t own_processes(void)
{
    return count_processes ? 4 + zygote_count() : 0;   /* 4: bubblewrap, the launcher, a supervisor */
}

static int kernel_at_least(int major, int minor)
{
    struct utsname name;
    int a = 0, b = 0;
    if (uname(&name) || sscanf(name.release, "%d.%d", &a, &b) != 2)
        return 0;
    return a > major || (a == major && b >= minor);
}

static void fail(struct writer *out, const char *what, const char *detail)
{
    char text[512];
    snprintf(text, sizeof text, "%s: %s (%s)", what, detail, strerror(errno));
    out->len = 0;
    put_u32(out, FAILED);
    put_bytes(out, text, strlen(text));
}

/* A plain name: the scratch folder is flat. */
static int plain(const char *name) { return *name && *name != '.' && !strchr(name, '/'); }

/* ---- one step ------------------------------------------------------------ */

static void child(const struct step *step, int input, const struct pipes *pipes)
{
    if (dup2(input, 0) < 0 || dup2(pipes->given[OUTPUT], 1) < 0 ||
        dup2(pipes->given[ERRORS], 2) < 0 || dup2(pipes->given[REPORT], REPORT_FD) < 0)
        _exit(126);
    syscall(SYS_close_range, REPORT_FD + 1, ~0u, 0);
    setpgid(0, 0);
    signal(SIGPIPE, SIG_DFL);
    const char *failed = confine(&step->limits, own_processes());
    if (failed) {
        dprintf(2, "acidtest: cannot confine this step: %s: %s\n", failed, strerror(errno));
        _exit(125);
    }
    const struct program *program = &step->program;
    execve(program->argv[0], program->argv, program->env);
    dprintf(2, "acidtest: cannot run %s: %s\n", program->argv[0], strerror(errno));
    _exit(127);
}

/* Everything that is left of the step goes, whatever it has forked. */
static void sweep(pid_t pid)
{
    if (mode == BARE)
        kill(-pid, SIGKILL);
    else
        kill(-1, SIGKILL);   /* spares this process and the namespace's first one */
}

static const char *run_step(const struct step *step, struct writer *out, int *succeeded)
{
    struct pipes pipes;
    int input = memory_file(step->program.input.data, step->program.input.len);
    const char *failed = input < 0 ? "standard input" : open_pipes(&pipes, STREAMS);
    if (failed)
        return failed;
    pid_t pid = fork();
    if (pid < 0)
        return "fork";
    if (pid == 0)
        child(step, input, &pipes);
    close(input);
    close_given(&pipes);
    failed = watch(pid, &pipes, &step->limits, -1, out, succeeded);
    sweep(pid);
    if (mode != BARE)
        while (waitpid(-1, NULL, 0) > 0 || errno == EINTR)
            ;
    return failed;
}

/* ---- one job --------------------------------------------------------------- */

static const char *place_file(const struct job_file *file)
{
    if (!plain(file->name))
        return "file name";
    int fd = open(file->name, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC | O_NOFOLLOW,
                  file->permissions & 0700);
    if (fd < 0 || write_all(fd, file->data.data, file->data.len))
        return "cannot write a file into the scratch folder";
    close(fd);
    return NULL;
}

static void collect_file(const struct output *output, struct writer *out)
{
    const char *name = output->name;
    struct stat info;
    /* a step may have left a link, a pipe or a folder under this name */
    int fd = plain(name) ? open(name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC) : -1;
    enum collected state = MISSING;
    uint8_t *data = NULL;
    size_t len = 0;
    if (fd < 0)
        state = errno == ENOENT ? MISSING : NOT_A_FILE;
    else if (fstat(fd, &info) || !S_ISREG(info.st_mode))
        state = NOT_A_FILE;
    else if ((uint64_t)info.st_size > output->cap)
        state = TOO_BIG;
    else {
        len = (size_t)info.st_size;
        data = allocate(len);
        state = read_all(fd, data, len) ? NOT_A_FILE : TAKEN;
        if (state != TAKEN)
            len = 0;
    }
    if (fd >= 0)
        close(fd);
    put_u32(out, state);
    put_bytes(out, data, len);
    free(data);
}

static void run_job(const struct job_request *job, struct writer *out)
{
    if (mode == NESTED) {
        char options[128];
        snprintf(options, sizeof options, "size=%llu,nr_inodes=4096,mode=0700",
                 (unsigned long long)job->scratch_bytes);
        if (mount("scratch", SCRATCH, "tmpfs", MS_NOSUID | MS_NODEV, options)) {
            fail(out, "cannot mount the scratch folder", SCRATCH);
            return;
        }
    }
    if (mode != BARE && chdir(SCRATCH)) {
        fail(out, "cannot enter the scratch folder", SCRATCH);
        return;
    }
    for (uint32_t i = 0; i < job->file_count; i++) {
        const char *failed = place_file(&job->files[i]);
        if (failed) {
            fail(out, "job files", failed);
            return;
        }
    }
    put_u32(out, DONE);
    uint32_t ran = 0;
    size_t count_at = out->len;
    put_u32(out, 0);
    int succeeded = 1;
    for (uint32_t i = 0; i < job->step_count; i++) {
        const struct step *step = &job->steps[i];
        if (!succeeded && !(step->flags & EVEN_AFTER_FAILURE))
            continue;
        const char *failed = run_step(step, out, &succeeded);
        if (failed) {
            fail(out, "step", failed);
            return;
        }
        ran++;
    }
    memcpy(out->data + count_at, &ran, 4);
    put_u32(out, job->output_count);
    for (uint32_t i = 0; i < job->output_count; i++)
        collect_file(&job->outputs[i], out);
}

/* Runs the job in namespaces of its own and copies its answer; -1: acidtest is gone. */
static int supervise(const struct job_request *job, struct writer *out)
{
    int fds[2];
    if (pipe2(fds, O_CLOEXEC)) {
        fail(out, "job", "pipe");
        return 0;
    }
    pid_t pid = (pid_t)syscall(SYS_clone, CLONE_NEWPID | CLONE_NEWNS | SIGCHLD, 0, 0, 0, 0);
    if (pid == 0) {
        struct writer answer = { 0 };
        run_job(job, &answer);
        _exit(write_all(fds[1], answer.data, answer.len) ? 1 : 0);
    }
    close(fds[1]);
    if (pid < 0) {
        close(fds[0]);
        fail(out, "job", "cannot make namespaces");
        return 0;
    }
    struct pollfd polls[2] = { { fds[0], POLLIN, 0 }, { 0, 0, 0 } };
    int gone = 0;
    for (;;) {
        if (poll(polls, 2, -1) < 0 && errno != EINTR)
            break;
        if (polls[1].revents) {
            gone = 1;   /* the other end closed: nobody waits for this answer */
            break;
        }
        uint8_t chunk[65536];
        ssize_t got = read(fds[0], chunk, sizeof chunk);
        if (got == 0 || (got < 0 && errno != EINTR) || out->len > RESPONSE_MAX)
            break;
        if (got > 0)
            put_raw(out, chunk, (size_t)got);
    }
    close(fds[0]);
    kill(pid, SIGKILL);
    int status;
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
        ;
    if (!gone && out->len == 0)
        fail(out, "job", "its supervisor died");
    return gone ? -1 : 0;
}

/* ---- start ------------------------------------------------------------------ */

static int can_nest(void)
{
    pid_t pid = (pid_t)syscall(SYS_clone, CLONE_NEWPID | CLONE_NEWNS | SIGCHLD, 0, 0, 0, 0);
    if (pid == 0)
        _exit(mount("probe", SCRATCH, "tmpfs", MS_NOSUID | MS_NODEV, "size=4096") ? 1 : 0);
    int status = 1;
    return pid > 0 && waitpid(pid, &status, 0) == pid && status == 0;
}

/* Outside of jobs nothing is writable: forks of zygotes share this view of the files. */
static int seal_scratch(void)
{
    const unsigned long flags = MS_REMOUNT | MS_BIND | MS_RDONLY | MS_NOSUID | MS_NODEV;
    return !mount(NULL, SCRATCH, NULL, flags, NULL) && !chdir(SCRATCH);
}

/* -1: acidtest is gone, and nobody waits for the answer. */
static int serve(const uint8_t *data, uint32_t len, int sealed, struct writer *out)
{
    struct request request;
    const char *wrong = get_request(data, len, &request);
    int left = 0;
    if (wrong)
        fail(out, "request", wrong);
    else if (request.kind == CHAIN && !sealed)
        put_u32(out, NO_ZYGOTE);
    else if (request.kind == CHAIN)
        left = run_chain(&request.chain, 0, out);
    else if (mode == NESTED)
        left = supervise(&request.job, out);
    else
        run_job(&request.job, out);
    free_request(&request);
    return left;
}

int main(int argc, char **argv)
{
    signal(SIGPIPE, SIG_IGN);
    prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
    prepare_confinement();
    if (argc > 1 && !strcmp(argv[1], "bare"))
        mode = BARE;
    else if (argc > 1 && !strcmp(argv[1], "single"))
        mode = SINGLE;
    else
        mode = can_nest() ? NESTED : SINGLE;
    const int sealed = mode == NESTED && seal_scratch();
    count_processes = mode != BARE && kernel_at_least(5, 14);

    uint32_t hello[2] = { 0x44494341 /* "ACID" */, (uint32_t)mode };
    if (write_all(1, hello, sizeof hello))
        return 1;
    for (;;) {
        uint32_t len;
        if (read_all(0, &len, 4) || len > REQUEST_MAX)
            break;
        uint8_t *request = allocate(len);
        if (read_all(0, request, len))
            break;
        struct writer out = { 0 };
        if (serve(request, len, sealed, &out) || send_message(1, &out))
            break;
        free(out.data);
        free(request);
        if (mode != NESTED)
            break;
    }
    end_zygotes();
    return 0;
}
