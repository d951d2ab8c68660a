#include <ctype.h>
#include <stdlib.h>

#include "logship.h"

/* Tell the operator; a shipper that ends takes the whole host's logs with it. */
void need_memory(const void *p)
{
	if (!p)
		fputs("log-shipper: out of memory\n", stderr);
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
