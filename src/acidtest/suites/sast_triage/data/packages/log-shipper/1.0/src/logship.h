/* log-shipper: moves framed log records from a spool to a collector. */
#ifndef LOGSHIP_H
#define LOGSHIP_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#define FRAME_HEADER 4
#define RECORD_MAX 256
#define TAG_MAX 16

struct record {
	char tag[TAG_MAX];
	char text[RECORD_MAX];
	size_t len;
};

struct ring {
	size_t size;
	size_t used;
	unsigned char *data;
};

enum hold { HOLD_COPY, HOLD_BORROW };

struct batch {
	enum hold hold;
	unsigned sent;
};

struct note {
	uintptr_t ref;
	struct note *next;
};

/* util.c */
void need_memory(const void *p);
int plain_name(const char *name);
enum hold batch_hold(const struct batch *b);
void batch_sent(struct batch *b);

/* frame.c */
int frame_decode(const unsigned char *buf, size_t have, struct record *out);
int frame_render(const struct record *rec, int level, char *dst, size_t room);

/* ring.c */
struct ring *ring_new(size_t size);
int ring_push(struct ring *r, const unsigned char *src, size_t n);
int ring_drop(struct ring *r, size_t n);
unsigned ring_fill(const struct ring *r, unsigned per);
void ring_free(struct ring *r);

/* ship.c */
int ship_banner(FILE *out, const char *line);
int ship_rotate(const char *name);
char *ship_setting(const char *path, const char *key);
int ship_batch(struct batch *b, const char *text, int (*post)(const char *, struct batch *));
int note_add(struct note **head, const char *text);
const char *note_text(const struct note *n);
void note_clear(struct note **head);

#endif
