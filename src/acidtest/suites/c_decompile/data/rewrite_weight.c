// task: rewrite_weight
// topic: recursion
// exercises: recursion over a string rule table with a depth parameter, memory-free counting in 64 bits, self-referring rules
// why: symbols without rules, growth by depth, a rule that erases, depth zero and large counts are asserted
// ---- types ----
#include <stdint.h>
struct rule { char from; const char *to; };
// ---- function ----
uint64_t func0(const struct rule *rules, const char *word, char want, int depth)
{
    uint64_t total = 0;

    for (; *word; word++) {
        const struct rule *r = rules;
        while (r->from && r->from != *word)
            r++;
        if (depth > 0 && r->from)
            total += func0(rules, r->to, want, depth - 1);
        else if (*word == want)
            total++;
        else if (want == '*')
            total += 2;
    }
    return total;
}
// ---- test ----
#include <assert.h>
int main(void)
{
    static const struct rule alg[] = {{'A', "AB"}, {'B', "A"}, {0, "A"}};
    static const struct rule mix[] = {{'x', "x-y"}, {'y', ""}, {'x', "zzz"}, {'d', "dd"}, {0, 0}};
    static const struct rule none[] = {{0, 0}};
    assert(func0(alg, "A", 'A', 0) == 1 && func0(alg, "A", 'B', 0) == 0);
    assert(func0(alg, "A", 'A', 1) == 1 && func0(alg, "A", 'B', 1) == 1);
    assert(func0(alg, "A", 'A', 4) == 5 && func0(alg, "A", 'B', 4) == 3);
    assert(func0(alg, "B", 'A', 10) == 55);
    assert(func0(alg, "BAB", 'A', 5) == 18);
    assert(func0(mix, "x", '-', 3) == 3);
    assert(func0(mix, "x", 'y', 3) == 1 && func0(mix, "x", 'x', 3) == 1);
    assert(func0(mix, "yy", 'y', 0) == 2 && func0(mix, "yy", 'y', 1) == 0);
    assert(func0(mix, "x", 'z', 5) == 0);
    assert(func0(mix, "x", '*', 1) == 6 && func0(mix, "q*q", '*', 1) == 5);
    assert(func0(mix, "d", 'd', 12) == 4096);
    assert(func0(none, "hello", 'l', 9) == 2);
    assert(func0(none, "", 'l', 9) == 0 && func0(alg, "A", 'A', -3) == 1);
    return 0;
}
