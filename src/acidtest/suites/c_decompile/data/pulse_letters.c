// task: pulse_letters
// topic: state-machine
// exercises: enum states over signed run lengths, letter table addressed by a code with a leading one, bounded output
// why: dots, dashes, gaps of each length, a glitch, unknown codes, overflow of the buffer and an unfinished letter are asserted
// ---- function ----
int func0(const signed char *run, int n, char *out, int cap)
{
    static const char letters[] = "??ETIANM";
    enum { IDLE, MARK, GAP } st = IDLE;
    int code = 1, len = 0;

    for (int i = 0; i <= n; i++) {
        int r = i < n ? run[i] : -3;
        if (r > 0) {
            if (st == MARK)
                return -1;
            if (code < 8)
                code = code * 2 + (r >= 3);
            st = MARK;
            continue;
        }
        if (st == IDLE || r > -3) {
            st = st == IDLE ? IDLE : GAP;
            continue;
        }
        if (len + (r <= -7) >= cap - 1)
            return -2;
        out[len++] = code < 8 ? letters[code] : '#';
        if (r <= -7)
            out[len++] = ' ';
        code = 1;
        st = IDLE;
    }
    out[len] = 0;
    return len;
}
// ---- test ----
#include <assert.h>
#include <string.h>
#define R(...) (const signed char[]){__VA_ARGS__}, sizeof((char[]){__VA_ARGS__})
int main(void)
{
    char b[16];
    memset(b, '@', sizeof b);
    assert(func0((const signed char *)b, 0, b, 16) == 0 && b[0] == 0);
    assert(func0(R(1), b, 16) == 1 && !strcmp(b, "E"));
    assert(func0(R(3), b, 16) == 1 && !strcmp(b, "T"));
    assert(func0(R(2), b, 16) == 1 && !strcmp(b, "E"));
    assert(func0(R(1, -1, 3), b, 16) == 1 && !strcmp(b, "A"));
    assert(func0(R(3, -2, 1), b, 16) == 1 && !strcmp(b, "N"));
    assert(func0(R(1, -1, 1, -3, 3, -1, 3), b, 16) == 2 && !strcmp(b, "IM"));
    assert(func0(R(1, -7, 3, -6, 1), b, 16) == 4 && !strcmp(b, "E TE"));
    assert(func0(R(1, -1, 1, -1, 1), b, 16) == 1 && !strcmp(b, "#"));
    assert(func0(R(-9, -1, 1, -3, -9, 3, -8), b, 16) == 3 && !strcmp(b, "ET "));
    assert(func0(R(1, -1), b, 16) == 1 && !strcmp(b, "E"));
    assert(func0(R(1, 3), b, 16) == -1 && func0(R(1, -3, 1, 1), b, 16) == -1);
    assert(func0(R(1, -1, -1, 3), b, 16) == 1 && !strcmp(b, "A"));
    assert(func0(R(1, -3, 1), b, 3) == 2 && func0(R(1, -3, 1), b, 2) == -2);
    assert(func0(R(1, -7), b, 3) == 2 && func0(R(1, -7), b, 2) == -2);
    assert(func0(R(1, -7), b, 2) == -2 && func0(R(1), b, 2) == 1 && func0(R(1), b, 1) == -2);
    assert(func0(R(1, 0, 3), b, 16) == 1 && !strcmp(b, "A"));
    return 0;
}
