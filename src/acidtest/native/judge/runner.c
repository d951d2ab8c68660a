/*
 * Runs one test with one candidate, and tells the verdict on a channel that the
 * candidate cannot use. Both come as object files, which are loaded here, or
 * linked into one shared object (C++, and where an object needs more of a linker).
 *
 * The verdict is never the exit status. After the test's main has returned (or
 * an assertion failed), the runner reads a secret from standard input and sends
 * it back with the verdict on descriptor 3. While the candidate runs, the
 * system-call filter allows neither that read nor that write from anywhere but
 * the one instruction below, so that what the candidate prints, or how it ends
 * the process, can never look like a pass.
 *
 * As "strict" test and candidate run in two processes; see strict.c. With "c++" behind it they are
 * C++.
 *
 * With "agrees" as the last argument the objects are no test but call the candidate on many inputs
 * (see agrees.c): their report follows the verdict, and they get what they could not set up once the
 * filter is there, a clock of the processor time they use and a second stack for faults.
 */
#define _GNU_SOURCE
#include "channel.h"
#include "filter.h"
#include "load.h"
#include "strict.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <malloc.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <unistd.h>

/* What the test finds in memory it never wrote is the same in every run, and nothing that
   looks like a result: an answer that leaves its outputs unwritten does not pass by luck. */
enum { POISON = 0x5A };
static void __attribute__((noinline)) poison_stack(void)
{
    char area[1 << 18];
    memset(area, POISON, sizeof area);
    __asm__ volatile("" : : "r"(area) : "memory");
}

static void *find_in_libraries(const char *name) { return dlsym(RTLD_DEFAULT, name); }

static struct object_file map_file(const char *path)
{
    struct object_file file = { path, NULL, 0 };
    struct stat info;
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0 || fstat(fd, &info))
        return file;
    file.size = (size_t)info.st_size;
    void *data = mmap(NULL, file.size, PROT_READ, MAP_PRIVATE, fd, 0);
    close(fd);
    file.data = data == MAP_FAILED ? NULL : data;
    return file;
}

enum { MOST_FILES = 4 };
static void *load_test(int count, char **names, int agreement)
{
    static char why[200];
    void *test = NULL;
    const void *report = NULL;
    const uint32_t *report_size = NULL;
    if (count == 1) {
        void *object = dlopen(names[0], RTLD_NOW | RTLD_LOCAL);
        if (!object)
            send_verdict(NOT_LOADED, 0, dlerror());
        test = dlsym(object, "acid_test_main");
        snprintf(why, sizeof why, "the test has no main");
        report = dlsym(object, "acid_report");
        report_size = dlsym(object, "acid_report_size");
    } else {
        struct object_file files[MOST_FILES];
        for (int i = 0; i < count && i < MOST_FILES; i++)
            files[i] = map_file(names[i]);
        const struct loading wanted = {
            .files = files, .count = count < MOST_FILES ? count : MOST_FILES,
            .find = find_in_libraries, .why = why, .why_size = sizeof why,
        };
        struct image image;
        enum load_result result = load_objects(&wanted, &image);
        if (result == NOT_SUPPORTED)
            send_verdict(NEEDS_LINKER, 0, why);
        if (result == LOADED) {
            snprintf(why, sizeof why, "nothing defines acid_test_main");
            test = loaded_symbol("acid_test_main");
            report = loaded_symbol("acid_report");
            report_size = loaded_symbol("acid_report_size");
        }
        forget_objects();
    }
    if (!test)
        send_verdict(NOT_LOADED, 0, why);
    if (agreement)
        set_report(report, report_size ? *report_size : 0);
    return test;
}

enum { TICK_US = 10000, FAULT_STACK = 1 << 16 };
static void start_clock(void)
{
    static char stack[FAULT_STACK];
    const stack_t second = { .ss_sp = stack, .ss_size = sizeof stack };
    const struct itimerval tick = { { 0, TICK_US }, { 0, TICK_US } };
    signal(SIGVTALRM, SIG_IGN);
    sigaltstack(&second, NULL);
    setitimer(ITIMER_VIRTUAL, &tick, NULL);
}

int main(int argc, char **argv)
{
    if (argc > 1 && !strcmp(argv[1], "strict"))
        return run_strictly(argc > 2);
    const int agreement = argc > 2 && !strcmp(argv[argc - 1], "agrees");
    const size_t size = 1 << 16;   /* not in this program's own memory: stdout tells where it is */
    void *buffer = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    setvbuf(stdout, buffer, _IOLBF, size);
    if (agreement)
        start_clock();
    if (confine_test(1))
        send_verdict(NOT_CONFINED, 0, NULL);
    int (*test)(int, char **) = (int (*)(int, char **))load_test(argc - 1 - agreement, argv + 1, agreement);
    if (confine_test(0))
        send_verdict(NOT_CONFINED, 0, NULL);
    mallopt(M_PERTURB, POISON ^ 0xFF);   /* glibc fills new blocks with the complement */
    poison_stack();
    char name[] = "test", *arguments[] = { name, NULL };
    send_verdict(RETURNED, test(1, arguments), NULL);
}
