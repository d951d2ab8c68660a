#include <stdint.h>
#include <string.h>

#define DES_COUNT 64
#define DES_OWN   0x80000000u
#define DES_LAST  0x20000000u
#define DES3_RING 3

struct dma_des {
	uint32_t des0, des1, des2, des3;
};

struct ring {
	struct dma_des des[DES_COUNT];
	unsigned head, tail;
};

void des_init(struct ring *r)
{
	memset(r, 0, sizeof *r);
	for (unsigned i = 0; i < DES_COUNT; i++)
		r->des[i].des3 = (i + 1) % DES_COUNT;
}

int des_push(struct ring *r, uint32_t address, uint32_t len, int last)
{
	struct dma_des *d = &r->des[r->head];

	if (d->des0 & DES_OWN)
		return -1;
	d->des2 = address;
	d->des1 = len;
	d->des0 = DES_OWN | (last ? DES_LAST : 0);
	r->head = (r->head + 1) % DES_COUNT;
	return 0;
}
