/* What a step may do: resource limits, no capabilities, a system-call filter. */
#ifndef ACID_CONFINE_H
#define ACID_CONFINE_H
#include "layout.h"

/* Once, before the first child: what is the same for all. */
void prepare_confinement(void);
/* Called in the child just before execve; returns what failed, or NULL. `own_processes` are those
   of the sandbox itself, which count in the same user namespace; 0: do not count at all. */
const char *confine(const struct limits *limits, uint32_t own_processes);
#endif
