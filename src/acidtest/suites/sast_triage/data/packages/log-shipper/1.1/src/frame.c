#include <string.h>

#include "logship.h"

static const char *const tags[8] = {
	"kernel", "auth", "cron", "daemon", "mail", "news", "user", "local",
};

static const char *const layouts[4] = {
	"<%s> %s",
	"<%s> notice: %s",
	"<%s> warning: %s",
	"<%s> error: %s",
};

/*
 * A frame is: version, tag, length (16 bit, big endian), payload.
 * Returns the bytes consumed, 0 for "need more", -1 for a bad frame.
 */
int frame_decode(const unsigned char *buf, size_t have, struct record *out)
{
	size_t size;
	unsigned which;

	if (have < FRAME_HEADER)
		return 0;
	if (buf[0] != 1)
		return -1;
	which = buf[1] & 7;
	size = (size_t)buf[2] << 8 | buf[3];
	if (size >= RECORD_MAX)
		return -1;
	if (have - FRAME_HEADER < size)
		return 0;
	strcpy(out->tag, tags[which]);
	memcpy(out->text, buf + FRAME_HEADER, size);
	out->text[size] = '\0';
	out->len = size;
	return (int)(FRAME_HEADER + size);
}

int frame_render(const struct record *rec, int level, char *dst, size_t room)
{
	int n;

	if (level < 0 || level > 3)
		level = 3;
	n = snprintf(dst, room, layouts[level], rec->tag, rec->text);
	return n < 0 || (size_t)n >= room ? -1 : n;
}
