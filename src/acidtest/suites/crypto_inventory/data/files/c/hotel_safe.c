#include <stdint.h>
#include <string.h>

#define DIGITS 6
#define LOCK_SECONDS 300

struct safe {
    char code[DIGITS + 1];
    uint8_t wrong, open;
    uint32_t locked_until;
};

/* The bolt mechanism: 1 when it moved. */
extern int bolt_move(int open);

int safe_key(struct safe *s, const char *typed, uint32_t now)
{
    if (now < s->locked_until)
        return -1;
    if (strlen(typed) == DIGITS && memcmp(typed, s->code, DIGITS) == 0) {
        s->wrong = 0;
        s->open = (uint8_t)bolt_move(1);
        return s->open ? 0 : -2;
    }
    if (++s->wrong == 3) {
        s->wrong = 0;
        s->locked_until = now + LOCK_SECONDS;
    }
    return -1;
}

int safe_close(struct safe *s, const char *code)
{
    if (strlen(code) != DIGITS)
        return -1;
    memcpy(s->code, code, DIGITS + 1);
    s->open = 0;
    return bolt_move(0) ? 0 : -2;
}
