#include <stdlib.h>
#include <string.h>

#include "logship.h"

struct ring *ring_new(size_t size)
{
	struct ring *r = malloc(sizeof(*r));

	need_memory(r);
	r->size = size;
	r->used = 0;
	r->data = malloc(size);
	need_memory(r->data);
	r->data[0] = 0;
	return r;
}

size_t ring_room(const struct ring *r)
{
	return r->size - r->used;
}

int ring_push(struct ring *r, const unsigned char *src, size_t n)
{
	if (n > ring_room(r))
		return -1;
	memcpy(r->data + r->used, src, n);
	r->used += n;
	return 0;
}

/* Forget the oldest bytes. */
int ring_drop(struct ring *r, size_t count)
{
	if (count >= r->used) {
		r->used = 0;
		return 0;
	}
	memmove(r->data, r->data + count, r->used - count);
	r->used -= count;
	return 0;
}

/* How full the ring is, in steps of `per` bytes. */
unsigned ring_fill(const struct ring *r, unsigned per)
{
	if (per == 0)
		return 0;
	return (unsigned)r->used / per;
}

void ring_free(struct ring *r)
{
	if (r) {
		free(r->data);
		free(r);
	}
}
