/* Functions of the test that the candidate calls. */
#ifndef ACID_CALLBACK_H
#define ACID_CALLBACK_H
#include "load.h"

struct call;

/* The functions by name, each behind a struct passed; the test is loaded. 0 if they cannot be. */
int know_callbacks(struct object_file names);
/* Whether the word is the address of one; the candidate knows it from now on. */
int meet_function(uintptr_t word);
/* Whether it is the address of one that the candidate knows. */
int may_be_called(uintptr_t word);
/* Calls the one that the candidate asks for, on the test's stack below `stack`. */
void call_back(struct call *call, uint8_t *stack, int recording);
/* Whether one runs: it must not call the candidate. */
int called_back(void);
#endif
