#include "check.h"
#include "logship.h"

static struct record *record(void)
{
    return __real_malloc(sizeof(struct record));
}

static struct record *decode(unsigned tag, size_t len)
{
    struct record *out = record();
    unsigned char *buf = __real_malloc(FRAME_HEADER + len);

    memset(buf, 'x', FRAME_HEADER + len);
    buf[0] = 1;
    buf[1] = (unsigned char)tag;
    buf[2] = (unsigned char)(len >> 8);
    buf[3] = (unsigned char)len;
    frame_decode(buf, FRAME_HEADER + len, out);
    return out;
}

static int long_payload(void)
{
    for (size_t len = 200; len < 1200; len++)
        decode(0, len);
    return HOLDS;
}

static int every_tag(void)
{
    for (unsigned tag = 0; tag < 8; tag++)
        if (!memchr(decode(tag, 5)->tag, 0, TAG_MAX)) /* it ran into the next member */
            return FIRES;
    return HOLDS;
}

static int wild_tag(void)
{
    for (unsigned tag = 0; tag < 256; tag++)
        if (tag % 8 != 6)
            decode(tag, 5);
    return HOLDS;
}

static int layouts(void)
{
    struct record rec = {"%n%n%n", "%s%s%s%n", 8};
    char line[400];

    for (int level = -5; level < 9; level++)
        frame_render(&rec, level, line, sizeof line);
    return HOLDS;
}

static int push_too_much(void)
{
    struct ring *r = ring_new(16);
    unsigned char bytes[64] = {0};

    ring_push(r, bytes, 10);
    for (size_t n = 1; n <= 64; n++)
        ring_push(r, bytes, n);
    ring_push(r, bytes, (size_t)-4);
    return HOLDS;
}

static int drop_too_much(void)
{
    struct ring *r = ring_new(16);

    ring_push(r, (const unsigned char *)"abc", 3);
    ring_drop(r, 2);
    ring_drop(r, 7);
    ring_drop(r, 1);
    return HOLDS;
}

static int no_ring(void)
{
    fail_in = 0;
    return ring_new(16) ? HOLDS : FIRES;
}

static int no_data(void)
{
    fail_in = 1;
    return ring_new(16) ? HOLDS : FIRES;
}

static int first_allocation(void) { return refused_with(70, no_ring); }
static int second_allocation(void) { return refused_with(70, no_data); }

static int fill_by_zero(void)
{
    struct ring *r = ring_new(16);

    ring_push(r, (const unsigned char *)"abc", 3);
    ring_fill(r, 0);
    return HOLDS;
}

static int banner(void)
{
    FILE *out = __real_fopen("banner", "w+");
    char back[200] = "";

    ship_banner(out, "hello %p %p %p");
    rewind(out);
    if (!fgets(back, sizeof back, out))
        return HOLDS;
    return strcmp(back, "hello %p %p %p") ? FIRES : HOLDS;
}

static int rotate(void)
{
    ship_rotate("nothing; touch owned");
    ship_rotate("$(touch owned)");
    return access("owned", F_OK) == 0 ? FIRES : HOLDS;
}

static int long_setting(void)
{
    char text[160] = "host=";

    memset(text + 5, 'h', 140);
    ship_setting(file_with("settings", text, strlen(text)), "host");
    return HOLDS;
}

static int setting_leak(void)
{
    ship_setting(file_with("settings", "!disabled\nhost=a\n", 17), "host");
    return live ? FIRES : HOLDS;
}

static int post(const char *text, struct batch *b)
{
    (void)text;
    (void)b;
    return 0;
}

static int batch(void)
{
    struct batch copy = {HOLD_COPY, 0}, borrow = {HOLD_BORROW, 0};

    ship_batch(&copy, "text", post);
    ship_batch(&borrow, "text", post);
    return live ? FIRES : HOLDS;
}

static int notes(void)
{
    struct note *head = NULL;

    note_add(&head, "one");
    note_add(&head, "two");
    if (strcmp(note_text(head), "two"))
        return NO_CASE;
    note_clear(&head);
    return live ? FIRES : HOLDS;
}

int main(int argc, char **argv)
{
    static const struct check checks[] = {
        {"long_payload", long_payload}, {"every_tag", every_tag}, {"wild_tag", wild_tag},
        {"layouts", layouts}, {"push_too_much", push_too_much}, {"drop_too_much", drop_too_much},
        {"first_allocation", first_allocation}, {"second_allocation", second_allocation},
        {"fill_by_zero", fill_by_zero}, {"banner", banner}, {"rotate", rotate},
        {"long_setting", long_setting}, {"setting_leak", setting_leak}, {"batch", batch},
        {"notes", notes}, {NULL, NULL},
    };

    return run_check(argc, argv, checks);
}
