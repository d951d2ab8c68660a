/* What the candidate gives the test: addresses in its own memory, and what they lead to. */
#ifndef ACID_GIVEN_H
#define ACID_GIVEN_H
#include <stdint.h>

/* The candidate's variables and constants lie there, once loaded. */
void know_answer(uint8_t *low, uint8_t *high);
/* The test gets this word from the call: as its result, or in its own memory. NULL, or why not. */
const char *give(uintptr_t word);
/* The same for a word that may be none of the test's business: an address that some call before
   showed can have been left lying there. */
const char *give_perhaps(uintptr_t word);
/* The call is over. NULL if nothing that the test was given, now or earlier, leads it to memory
   of its own that the candidate was not shown; else a reason. */
const char *misleading(void);
/* Marks an address in the candidate's memory, until all marks go; 0 if it is marked already. */
int mark(const uint8_t *at);
void unmark(const uint8_t *at);
#endif
