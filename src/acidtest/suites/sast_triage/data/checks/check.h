/*
 * What the C drivers share. A driver is linked with one version of a package, with malloc and
 * its like wrapped, under ASan and UBSan, and runs the case named by its argument.
 * It ends with HOLDS (nothing happened), with FIRES (the driver saw the harm itself), or by the
 * sanitizer, which ends it with SANITIZER and says on stderr what it saw.
 */
#ifndef CHECK_H
#define CHECK_H

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { HOLDS = 0, FIRES = 98, SANITIZER = 99, NO_CASE = 2 };

static long live;        /* allocations and open files not given back */
static long fail_in = -1; /* that many allocations succeed, then one fails */

void *__real_malloc(size_t n);
void *__real_calloc(size_t n, size_t m);
void __real_free(void *p);
char *__real_strdup(const char *s);
FILE *__real_fopen(const char *path, const char *mode);
int __real_fclose(FILE *f);

static int refuse(void) { return fail_in >= 0 && fail_in-- == 0; }

static void *counted(void *p)
{
    live += p != NULL;
    return p;
}

void *__wrap_malloc(size_t n) { return refuse() ? NULL : counted(__real_malloc(n)); }
void *__wrap_calloc(size_t n, size_t m) { return refuse() ? NULL : counted(__real_calloc(n, m)); }
char *__wrap_strdup(const char *s) { return refuse() ? NULL : counted(__real_strdup(s)); }
void __wrap_free(void *p)
{
    live -= p != NULL;
    __real_free(p);
}
FILE *__wrap_fopen(const char *path, const char *mode) { return counted(__real_fopen(path, mode)); }
int __wrap_fclose(FILE *f)
{
    live--;
    return __real_fclose(f);
}

/* A child that ends in an orderly way with `code` refused the input: that holds. */
__attribute__((unused)) static int refused_with(int code, int (*body)(void))
{
    int status;
    pid_t child = fork();

    if (child == 0)
        _exit(body());
    waitpid(child, &status, 0);
    if (WIFEXITED(status) && WEXITSTATUS(status) == code)
        return HOLDS;
    return WIFEXITED(status) ? WEXITSTATUS(status) : SANITIZER;
}

__attribute__((unused)) static const char *file_with(const char *path, const void *bytes, size_t n)
{
    int fd = open(path, O_CREAT | O_TRUNC | O_WRONLY, 0600);

    if (fd < 0 || write(fd, bytes, n) != (ssize_t)n || close(fd))
        exit(NO_CASE);
    return path;
}

struct check { const char *name; int (*run)(void); };

static int run_check(int argc, char **argv, const struct check *checks)
{
    for (; argc > 1 && checks->name; checks++)
        if (strcmp(checks->name, argv[1]) == 0)
            return checks->run();
    return NO_CASE;
}

#endif
