/* CHECK for the native tests: says what does not hold and where, and ends with status 1. */
#ifndef ACID_CHECK_H
#define ACID_CHECK_H
#include <stdio.h>
#include <stdlib.h>

#define CHECK(what)                                                                   \
    do {                                                                              \
        if (!(what)) {                                                                \
            fprintf(stderr, "%s:%d: does not hold: %s\n", __FILE__, __LINE__, #what); \
            exit(1);                                                                  \
        }                                                                             \
    } while (0)
#endif
