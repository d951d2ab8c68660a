// task: token_census
// topic: parsing
// exercises: tokeniser over names, numbers, quoted text and two-character operators, counters in a struct, error code with position
// why: each token kind, longest-match operators, escapes, unterminated text, bad characters and glued tokens are asserted
// ---- types ----
#include <ctype.h>
struct census { short names, numbers, texts, ops, at; };
// ---- function ----
int func0(const char *s, struct census *c)
{
    const char *p = s;

    *c = (struct census){0, 0, 0, 0, -1};
    while (*p) {
        const char *start = p;
        if (*p == ' ') {
            p++;
        } else if (isalpha((unsigned char)*p) || *p == '_') {
            while (isalnum((unsigned char)*p) || *p == '_')
                p++;
            c->names++;
        } else if (isdigit((unsigned char)*p)) {
            while (isdigit((unsigned char)*p) || (*p == '\'' && isdigit((unsigned char)p[1])))
                p++;
            if (isalpha((unsigned char)*p)) {
                c->at = (short)(p - s);
                return -1;
            }
            c->numbers++;
        } else if (*p == '"') {
            for (p++; *p != '"'; p++) {
                if (*p == '\\' && p[1])
                    p++;
                if (*p == 0) {
                    c->at = (short)(start - s);
                    return -2;
                }
            }
            p++;
            c->texts++;
        } else if (*p == '<' || *p == '=' || *p == '+') {
            p += p[1] == '=' || (p[1] == *p && *p != '=') ? 2 : 1;
            c->ops++;
        } else {
            c->at = (short)(p - s);
            return -3;
        }
    }
    return c->names + c->numbers + c->texts + c->ops;
}
// ---- test ----
#include <assert.h>
static struct census c;
static int is(int names, int numbers, int texts, int ops, int at)
{
    return c.names == names && c.numbers == numbers && c.texts == texts && c.ops == ops && c.at == at;
}
int main(void)
{
    assert(func0("", &c) == 0 && is(0, 0, 0, 0, -1));
    assert(func0("  ", &c) == 0 && is(0, 0, 0, 0, -1));
    assert(func0("ab _c9 d", &c) == 3 && is(3, 0, 0, 0, -1));
    assert(func0("12 3'4", &c) == 2 && is(0, 2, 0, 0, -1));
    assert(func0("x=1", &c) == 3 && is(1, 1, 0, 1, -1));
    assert(func0("<<=+=++<==", &c) == 6 && is(0, 0, 0, 6, -1));
    assert(func0("===", &c) == 2 && is(0, 0, 0, 2, -1));
    assert(func0("+<", &c) == 2 && func0("+++", &c) == 2 && is(0, 0, 0, 2, -1));
    assert(func0("\"a\\\"b\"\"\"", &c) == 2 && is(0, 0, 2, 0, -1));
    assert(func0("a \"bc", &c) == -2 && is(1, 0, 0, 0, 2));
    assert(func0("\"\\", &c) == -2 && is(0, 0, 0, 0, 0));
    assert(func0("\"\\\\\"q", &c) == 2 && is(1, 0, 1, 0, -1));
    assert(func0("7 12x", &c) == -1 && is(0, 1, 0, 0, 4));
    assert(func0("1_", &c) == 2 && is(1, 1, 0, 0, -1));
    assert(func0("a 1'", &c) == -3 && is(1, 1, 0, 0, 3));
    assert(func0("a-b", &c) == -3 && is(1, 0, 0, 0, 1));
    return 0;
}
