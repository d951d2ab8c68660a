// task: squeeze_vowel_runs
// topic: strings
// exercises: two-pointer in-place rewriting, lower-casing by bit trick, chained character comparisons
// why: pins case folding, non-vowel runs that must stay, runs at both ends, separated equal vowels, the empty string and the written result as well as the count
// ---- function ----
int func0(char *s)
{
    char *out = s;
    char last = '\0';
    int removed = 0;

    for (; *s; s++) {
        char c = *s;
        char low = (char)(c | 32);
        int vowel = low == 'a' || low == 'e' || low == 'i' || low == 'o' || low == 'u';
        if (vowel && low == last) {
            removed++;
            continue;
        }
        last = vowel ? low : '\0';
        *out++ = c;
    }
    *out = '\0';
    return removed;
}
// ---- test ----
#include <assert.h>
#include <string.h>
int main(void)
{
    char a[] = "aAabEee", b[] = "", c[] = "bookkeeper", d[] = "oOoO", e[] = "aeiou";
    char f[] = "zzz", g[] = "a-a", h[] = "queUe", k[] = "IiiUuAaA!", m[] = "!AAA\001\001", n[] = "ddthh``ttnn";
    assert(func0(a) == 4 && strcmp(a, "abE") == 0);
    assert(func0(a) == 0 && strcmp(a, "abE") == 0);
    assert(func0(b) == 0 && b[0] == 0);
    assert(func0(c) == 2 && strcmp(c, "bokkeper") == 0);
    assert(func0(d) == 3 && strcmp(d, "o") == 0);
    assert(func0(e) == 0 && strcmp(e, "aeiou") == 0);
    assert(func0(f) == 0 && strcmp(f, "zzz") == 0);
    assert(func0(g) == 0 && strcmp(g, "a-a") == 0);
    assert(func0(h) == 0 && strcmp(h, "queUe") == 0);
    assert(func0(k) == 5 && strcmp(k, "IUA!") == 0);
    assert(func0(m) == 2 && strcmp(m, "!A\001\001") == 0);
    assert(func0(n) == 0 && strcmp(n, "ddthh``ttnn") == 0);
    return 0;
}
