// task: odd_digit_flip
// topic: strings
// exercises: in-place reversal of runs found by a forward scan, run length parity, two numbers packed in the result
// why: runs of length one to seven, characters next to the digit range, several runs and text without digits are asserted with the edited text
// ---- function ----
int func0(char *s)
{
    int flipped = 0, longest = 0;

    while (*s) {
        int n = 0;
        while (s[n] >= '0' && s[n] <= '9')
            n++;
        if (n > longest)
            longest = n;
        if (n > 1 && n % 2 == 1) {
            for (int i = 0; i < n / 2; i++) {
                char t = s[i];
                s[i] = s[n - 1 - i];
                s[n - 1 - i] = t;
            }
            flipped++;
        }
        s += n ? n : 1;
    }
    return flipped * 100 + longest;
}
// ---- test ----
#include <assert.h>
#include <string.h>
static int trial(const char *in, const char *want)
{
    char b[32];
    strcpy(b, in);
    int r = func0(b);
    return strcmp(b, want) ? -1 : r;
}
int main(void)
{
    assert(trial("", "") == 0);
    assert(trial("abc", "abc") == 0);
    assert(trial("7", "7") == 1);
    assert(trial("12", "12") == 2);
    assert(trial("123", "321") == 103);
    assert(trial("a123b45c678901d", "a321b45c678901d") == 106);
    assert(trial("12345", "54321") == 105);
    assert(trial("001x", "100x") == 103);
    assert(trial("123 456", "321 654") == 203);
    assert(trial("12/", "12/") == 2);
    assert(trial("12:", "12:") == 2);
    assert(trial("1234567", "7654321") == 107);
    assert(trial("9a890", "9a098") == 103);
    return 0;
}
