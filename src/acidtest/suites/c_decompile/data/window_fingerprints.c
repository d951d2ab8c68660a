// task: window_fingerprints
// topic: hashing
// exercises: rolling polynomial hash with removal of the oldest byte, 64-bit intermediate modulo, quadratic comparison
// why: window longer than text, window of one, repeated and distinct windows and a planted count are asserted
// ---- types ----
#include <stdint.h>
#include <stddef.h>
// ---- function ----
int func0(const char *s, size_t len, size_t win, uint32_t *last)
{
    uint32_t seen[64];
    uint64_t h = 0, top = 1;
    int distinct = 0;

    *last = 0;
    if (win == 0 || win > len || len - win >= 64)
        return -1;
    for (size_t i = 1; i < win; i++)
        top = top * 131 % 65521;
    for (size_t i = 0; i < len; i++) {
        if (i >= win)
            h = (h + 65521 * 256 - top * (unsigned char)s[i - win]) % 65521;
        h = (h * 131 + (unsigned char)s[i]) % 65521;
        if (i + 1 < win)
            continue;
        int k = 0;
        while (k < distinct && seen[k] != h)
            k++;
        if (k == distinct)
            seen[distinct++] = (uint32_t)h;
    }
    *last = (uint32_t)h;
    return distinct;
}
// ---- test ----
#include <assert.h>
int main(void)
{
    uint32_t h = 5;
    char run[65];
    assert(func0("abc", 3, 0, &h) == -1 && h == 0);
    assert(func0("abc", 3, 4, &h) == -1 && h == 0);
    assert(func0("abc", 3, 3, &h) == 1 && h == 39529);
    assert(func0("abc", 3, 1, &h) == 3 && h == 'c');
    assert(func0("aaaa", 4, 1, &h) == 1 && h == 'a');
    assert(func0("aaaaaa", 6, 3, &h) == 1 && h == 39396);
    assert(func0("abababab", 8, 2, &h) == 2 && h == 12805);
    assert(func0("abcabcab", 8, 3, &h) == 3 && h == 8198);
    assert(func0("mississippi", 11, 2, &h) == 7 && h == 14777);
    assert(func0("mississippi", 11, 4, &h) == 7 && h == 14092);
    assert(func0("\377\376\377\376\375", 5, 2, &h) == 3 && h == 33527);
    assert(func0("\001\377\377\377\377\377\377\377\377", 9, 8, &h) == 2 && h == 5594);
    for (int i = 0; i < 65; i++)
        run[i] = (char)i;
    assert(func0(run, 64, 1, &h) == 64 && h == 63);
    assert(func0(run, 65, 1, &h) == -1 && h == 0);
    assert(func0(run, 65, 2, &h) == 64 && h == 8317);
    return 0;
}
