/* Memory of the test's process that is neither the test's nor the candidate's. */
#ifndef ACID_MAPPED_H
#define ACID_MAPPED_H
#include <stdint.h>

/* Before the candidate's process is there: notes code and constants of program and libraries. */
void know_libraries(void);
/* Whether the word is an address of the runner's own memory, or of a library's variables or code:
   the test would read, write or call there if it were given it. */
int is_ours(uintptr_t word);
#endif
