// task: title_compare
// topic: strings
// exercises: array of two string pointers advanced in a loop, strncasecmp, digits ranked behind letters, three-way result
// why: both articles in either letter case, words that only begin like an article, prefixes, digits and high characters are asserted
// ---- types ----
#include <ctype.h>
#include <strings.h>
// ---- function ----
int func0(const char *a, const char *b)
{
    const char *t[2] = {a, b};

    for (int i = 0; i < 2; i++) {
        if (strncasecmp(t[i], "the ", 4) == 0)
            t[i] += 4;
        else if (strncasecmp(t[i], "a ", 2) == 0)
            t[i] += 2;
        while (*t[i] == ' ')
            t[i]++;
    }
    for (;; t[0]++, t[1]++) {
        int x = tolower((unsigned char)*t[0]);
        int y = tolower((unsigned char)*t[1]);
        if (isdigit(x))
            x += 256;
        if (isdigit(y))
            y += 256;
        if (x != y)
            return x < y ? -1 : 1;
        if (x == 0)
            return 0;
    }
}
// ---- test ----
#include <assert.h>
int main(void)
{
    assert(func0("", "") == 0);
    assert(func0("The Zoo", "a zoo") == 0);
    assert(func0("The Ant", "Bee") == -1 && func0("Bee", "THE Ant") == 1);
    assert(func0("A ant", "the ANT") == 0);
    assert(func0("Theory", "the ory") == 1);
    assert(func0("aardvark", "rdvark") == -1);
    assert(func0("a", "A ") == 1 && func0("the", "The ") == 1);
    assert(func0("the  x", "x") == 0 && func0("x", "   x") == 0);
    assert(func0("1984", "zebra") == 1 && func0("zebra", "1984") == -1);
    assert(func0("2", "10") == 1 && func0("10", "10") == 0 && func0("10", "2") == -1);
    assert(func0("", "9") == -1);
    assert(func0("a the x", "the x") == -1);
    assert(func0("x9", "x") == 1 && func0("x", "x!") == -1);
    assert(func0(":", "9") == -1);
    assert(func0("\xe9", "e") == 1 && func0("e", "\xe9") == -1);
    assert(func0("\xe9", "5") == -1);
    return 0;
}
