typedef unsigned long long acid_word;
typedef void acid_mixer(const void *, int);
static acid_word acid_state, acid_sum;
static int acid_mode, acid_count;
static struct { unsigned char *at; acid_word size, each; acid_mixer *mix; int plain; } acid_objects[256];

static acid_word acid_next(void)
{
    acid_word z = acid_state += 0x9E3779B97F4A7C15u;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    return z ^ z >> 31;
}
static acid_word acid_below(acid_word n) { return acid_next() % n; }
static acid_word acid_number(void)
{
    const acid_word kind = acid_below(10);
    if (acid_mode == 0)
        return 0;
    if (acid_mode == 1 || kind < 3)
        return acid_below(9);
    if (kind == 3)
        return acid_below(64);
    if (kind == 4 || kind == 8)
        return acid_words[acid_below(sizeof acid_words / sizeof *acid_words)] + acid_below(3) - 1;
    if (kind == 5)
        return acid_below(256);
    if (kind == 6)
        return ((acid_word)1 << acid_below(64)) - acid_below(2);
    if (kind == 7)
        return -acid_below(9);
    return acid_next() >> acid_below(64);
}
static double acid_real(void)
{
    const acid_word kind = acid_below(8);
    const double x = (double)(long long)(acid_below(2000)) / 16.0;
    if (kind == 4)
        return (double)acid_words[acid_below(sizeof acid_words / sizeof *acid_words)] + x / 32.0 - 1.0;
    return kind < 4 ? x : kind < 6 ? -x : kind < 7 ? (double)(long long)acid_next() : 0.0;
}
static acid_word acid_length(void)
{
    const acid_word kind = acid_below(8);
    return kind < 2 ? acid_below(4) : kind < 6 ? acid_below(40) : acid_below(600);
}
static void acid_add(acid_word x)
{
    acid_sum = (acid_sum ^ x) * 0xFF51AFD7ED558CCDu;
    acid_sum ^= acid_sum >> 32;
}
static void acid_add_real(double x)
{
    acid_word bits;
    x = x != x ? __builtin_nan("") : x;
    __builtin_memcpy(&bits, &x, sizeof bits);
    acid_add(bits);
}
static void acid_set(const void *to, acid_word size, acid_word value)
{
    __builtin_memcpy((void *)to, &value, size < sizeof value ? size : sizeof value);
}
static void acid_mix_1(const void *at, int depth) { acid_add(*(const unsigned char *)at); }
static void acid_mix_2(const void *at, int depth) { acid_add(*(const unsigned short *)at); }
static void acid_mix_4(const void *at, int depth) { acid_add(*(const unsigned *)at); }
static void acid_mix_8(const void *at, int depth) { acid_add(*(const acid_word *)at); }
static void acid_mix_f(const void *at, int depth) { acid_add_real(*(const float *)at); }
static void acid_mix_d(const void *at, int depth) { acid_add_real(*(const double *)at); }
static void acid_mix_t(const void *at, int depth)
{
    const unsigned char *text = at;
    int i = 0;
    while (i < 256 && text[i])
        acid_add(text[i++]);
    acid_add(256 + i);
}
static void acid_mix_bytes(const void *from, acid_word size)
{
    const unsigned char *at = from;
    acid_word word = 0;
    for (; size >= 8; size -= 8, at += 8) {
        __builtin_memcpy(&word, at, 8);
        acid_add(word);
    }
    for (word = 0; size; size--)
        word = word << 8 | *at++;
    acid_add(word);
}
static void acid_point(const void *p, acid_mixer *mix, int depth)
{
    const unsigned char *at = p;
    if (!p) {
        acid_add(0);
        return;
    }
    for (int i = 0; i < acid_count; i++)
        if (at >= acid_objects[i].at && at <= acid_objects[i].at + acid_objects[i].size) {
            acid_add(1 + i);
            acid_add((acid_word)(at - acid_objects[i].at));
            return;
        }
    acid_add(~(acid_word)0);
    if (mix && depth > 0)
        mix(p, depth - 1);
}
static unsigned char *acid_make(acid_word count, acid_word each, acid_mixer *mix)
{
    const acid_word size = count * each;
    unsigned char *at = acid_room(size);
    __builtin_memset(at, 0, size);
    if (acid_count < 256) {
        acid_objects[acid_count].at = at;
        acid_objects[acid_count].size = size;
        acid_objects[acid_count].each = each;
        acid_objects[acid_count].plain = mix == acid_mix_1 || mix == acid_mix_2 || mix == acid_mix_4
                                         || mix == acid_mix_8;
        acid_objects[acid_count++].mix = mix;
    }
    return at;
}
static void acid_fill(const void *to, acid_word size, int each, int real)
{
    unsigned char *at = (void *)to;
    const acid_word some = size < 64 * (acid_word)each ? size : 64 * (acid_word)each;
    for (acid_word i = 0; i < some; i += each) {
        const acid_word value = acid_number();
        const double x = acid_real();
        const float y = (float)x;
        __builtin_memcpy(at + i, !real ? (const void *)&value : each == 4 ? (const void *)&y : &x, each);
    }
    for (acid_word i = some; i < size; i++)
        at[i] = at[i - some];
}
static void *acid_numbers(acid_word count, int each, int real)
{
    acid_mixer *mix = real ? each == 4 ? acid_mix_f : acid_mix_d
                           : each == 1 ? acid_mix_1 : each == 2 ? acid_mix_2
                           : each == 4 ? acid_mix_4 : acid_mix_8;
    unsigned char *at = acid_make(count, each, mix);
    const acid_word style = acid_below(6), few = 1 + acid_below(5), first = acid_number();
    for (acid_word i = 0; i < count; i++) {
        acid_word value = style == 0 ? 0 : style == 1 ? first + acid_below(few)
                        : style == 2 ? i : style == 3 ? acid_number() : acid_next() >> acid_below(60);
        if (style == 4 && each == 1)
            value = i >= 8 && acid_below(8) ? at[i - few] : acid_below(256);
        if (style == 5 && each == 1)
            value = 32 + acid_below(95);
        if (real) {
            const double x = style == 0 ? 0.0 : acid_real();
            const float y = (float)x;
            if (each == 4)
                __builtin_memcpy(at + i * 4, &y, 4);
            else
                __builtin_memcpy(at + i * 8, &x, 8);
        } else
            __builtin_memcpy(at + i * each, &value, each);
    }
    return at;
}
static void *acid_inside(const void *p, int end)
{
    for (int i = 0; i < acid_count; i++)
        if (acid_objects[i].at == p) {
            const acid_word n = acid_objects[i].size, each = acid_objects[i].each;
            const acid_word there = acid_below(n / each + 1) * each;
            return acid_objects[i].at + (end && acid_below(4) ? n : there);
        }
    return (void *)p;
}
static void *acid_text(acid_word room)
{
    const acid_word length = acid_below(2) ? acid_below(8) : acid_below(40);
    const acid_word style = acid_below(3);
    unsigned char *at = acid_make(length + 1 + room, 1, acid_mix_1);
    for (acid_word i = 0; i < length; i++) {
        unsigned char c = 32 + acid_below(95);
        if (style < 2 || acid_below(3) == 0)
            c = (unsigned char)acid_words[acid_below(sizeof acid_words / sizeof *acid_words)];
        at[i] = c && c < 128 ? c : "0123456789 abcxyz.-+,:/%"[acid_below(24)];
    }
    return at;
}
static void acid_begin(acid_word number)
{
    acid_state = number;
    acid_sum = acid_count = 0;
    acid_mode = 1 + (int)acid_below(4);
}
static acid_word acid_end(void)
{
    for (int i = 0; i < acid_count; i++)
        if (acid_objects[i].plain)
            acid_mix_bytes(acid_objects[i].at, acid_objects[i].size);
        else for (acid_word k = 0; k + acid_objects[i].each <= acid_objects[i].size; k += acid_objects[i].each)
            acid_objects[i].mix(acid_objects[i].at + k, 2);
    return acid_sum;
}
static acid_word acid_hash(acid_word x)
{
    acid_word hash = 0xcbf29ce484222325u;
    for (int i = 0; i < 8; i++)
        hash = (hash ^ (x >> 8 * i & 255)) * 0x100000001b3u;
    return hash ^ hash >> 29;
}
