// task: coin_slot
// topic: state-machine
// exercises: state that is a sum, transition switch with refund, table of accepted coins searched in a loop, log written through a moving pointer
// why: each coin, unknown coins, exact and over payment, cancel, sold-out shelves and the text of the log are asserted
// ---- function ----
int func0(const char *in, unsigned char stock[3], char *log)
{
    static const char coin[] = "125";
    int sum = 0, sold = 0;

    for (; *in; in++) {
        if (*in >= 'A' && *in <= 'C') {
            int slot = *in - 'A', price = 3 + 2 * slot;
            if (stock[slot] == 0 || sum < price) {
                *log++ = stock[slot] ? '<' : '0';
                continue;
            }
            stock[slot]--;
            sum -= price;
            sold += price;
            *log++ = (char)(*in | 32);
        } else if (*in == 'r') {
            *log++ = (char)('0' + sum);
            sum = 0;
        } else {
            int k = 0;
            while (k < 3 && coin[k] != *in)
                k++;
            if (k == 3 || sum + (coin[k] - '0') > 9)
                *log++ = '!';
            else
                sum += coin[k] - '0';
        }
    }
    *log = 0;
    return sold * 10 + sum;
}
// ---- test ----
#include <assert.h>
#include <string.h>
static unsigned char st[3] = {2, 1, 1};
static char log_[32];
static int is(int a, int b, int c, const char *s)
{
    return st[0] == a && st[1] == b && st[2] == c && strcmp(log_, s) == 0;
}
int main(void)
{
    assert(func0("", st, log_) == 0 && is(2, 1, 1, ""));
    assert(func0("12", st, log_) == 3 && is(2, 1, 1, ""));
    assert(func0("1A", st, log_) == 1 && is(2, 1, 1, "<"));
    assert(func0("12A", st, log_) == 30 && is(1, 1, 1, "a"));
    assert(func0("55r5", st, log_) == 5 && is(1, 1, 1, "!5"));
    assert(func0("52112r", st, log_) == 0 && is(1, 1, 1, "!9"));
    assert(func0("37x0", st, log_) == 0 && is(1, 1, 1, "!!!!"));
    assert(func0("22B1B", st, log_) == 50 && is(1, 0, 1, "<b"));
    assert(func0("5BrC", st, log_) == 0 && is(1, 0, 1, "05<"));
    assert(func0("521AC", st, log_) == 35 && is(0, 0, 1, "a<"));
    assert(func0("52CrA", st, log_) == 70 && is(0, 0, 0, "c00"));
    st[0] = 255;
    assert(func0("5221AAA2@D", st, log_) == 92 && is(252, 0, 0, "!aaa!!"));
    return 0;
}
