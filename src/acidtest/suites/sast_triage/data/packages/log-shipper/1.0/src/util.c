#include <ctype.h>
#include <stdlib.h>

#include "logship.h"

/* The shipper cannot work without its buffers: give up at once. */
void need_memory(const void *p)
{
	if (!p) {
		fputs("log-shipper: out of memory\n", stderr);
		exit(70);
	}
}

/* Letters, digits, dot, dash and underscore, and no leading dash. */
int plain_name(const char *name)
{
	size_t i;

	if (!name[0] || name[0] == '-')
		return 0;
	for (i = 0; name[i]; i++)
		if (!isalnum((unsigned char)name[i]) && name[i] != '.' &&
		    name[i] != '-' && name[i] != '_')
			return 0;
	return 1;
}

enum hold batch_hold(const struct batch *b)
{
	return b->hold;
}

void batch_sent(struct batch *b)
{
	b->sent++;
}
