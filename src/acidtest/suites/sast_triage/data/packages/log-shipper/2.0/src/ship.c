#include <stdlib.h>
#include <string.h>

#include "logship.h"

#define OWNED ((uintptr_t)1)

/* The operator's greeting, sent when a connection opens. */
int ship_banner(FILE *out, const char *line)
{
	if (!line[0] || strchr(line, '%'))
		return 0;
	return fprintf(out, line) < 0 ? -1 : 0;
}

/* Ask the packer to put a finished log aside. */
int ship_rotate(const char *name)
{
	char cmd[160];

	if (strlen(name) > 64 || !plain_name(name))
		return -1;
	snprintf(cmd, sizeof(cmd), "gzip -k -- %s", name);
	return system(cmd);
}

/* The value of "key=value" in the settings file; the caller frees it. */
char *ship_setting(const char *path, const char *key)
{
	FILE *f = fopen(path, "r");
	char line[200];
	size_t n = strlen(key);
	char *value;

	if (!f)
		return NULL;
	value = malloc(sizeof(line));
	if (!value) {
		fclose(f);
		return NULL;
	}
	while (fgets(line, sizeof(line), f)) {
		if (line[0] == '!')
			break;
		if (strncmp(line, key, n) == 0 && line[n] == '=') {
			strcpy(value, line + n + 1);
			value[strcspn(value, "\n")] = '\0';
			fclose(f);
			return value;
		}
	}
	fclose(f);
	free(value);
	return NULL;
}

/* Post a text; a copy is ours to free, a borrowed one goes back after use. */
int ship_batch(struct batch *b, const char *text, int (*post)(const char *, struct batch *))
{
	char *copy;
	int rc;

	if (!text[0])
		return 0;
	copy = strdup(text);
	if (!copy)
		return -1;
	rc = post(copy, b);
	if (batch_hold(b) == HOLD_BORROW)
		free(copy);
	batch_sent(b);
	if (batch_hold(b) == HOLD_COPY)
		free(copy);
	return rc;
}

/* Notes keep their text behind a tagged reference: bit 0 says "ours". */
int note_add(struct note **head, const char *text)
{
	size_t room = strlen(text) + 1;
	struct note *item = malloc(sizeof(*item));
	char *own;

	if (!item)
		return -1;
	own = malloc(room);
	if (!own) {
		free(item);
		return -1;
	}
	memcpy(own, text, room);
	item->ref = (uintptr_t)own | OWNED;
	item->next = *head;
	*head = item;
	return 0;
}

const char *note_text(const struct note *n)
{
	return (const char *)(n->ref & ~OWNED);
}

void note_clear(struct note **head)
{
	while (*head) {
		struct note *n = *head;

		*head = n->next;
		if (n->ref & OWNED)
			free((void *)(n->ref & ~OWNED));
		free(n);
	}
}
