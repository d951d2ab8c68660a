/* Length-prefixed, little-endian messages between acidtest and the launcher. */
#ifndef ACID_WIRE_H
#define ACID_WIRE_H
#include <stddef.h>
#include <stdint.h>

struct reader { const uint8_t *at, *end; int bad; };
struct writer { uint8_t *data; size_t len, cap; };

uint32_t get_u32(struct reader *in);
uint64_t get_u64(struct reader *in);
const uint8_t *get_bytes(struct reader *in, uint32_t *len);
void get_record(struct reader *in, void *record, size_t len);   /* a struct of layout.h */
char *get_string(struct reader *in);   /* a copy that ends in NUL; refuses NUL inside */
char **get_strings(struct reader *in);

void put_u32(struct writer *out, uint32_t value);
void put_u64(struct writer *out, uint64_t value);
void put_raw(struct writer *out, const void *data, size_t len);
void put_bytes(struct writer *out, const void *data, size_t len);

int read_all(int fd, void *data, size_t len);          /* 0, or -1 at end or error */
/* The length and the payload, at once where there is room. */
int send_message(int fd, const struct writer *out);
int write_all(int fd, const void *data, size_t len);
void *allocate(size_t len);                            /* never NULL: ends the process */
#endif
