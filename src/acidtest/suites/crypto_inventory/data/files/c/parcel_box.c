#include <stdio.h>
#include <string.h>

enum box_state { BOX_OPEN, BOX_SEALED, BOX_SIGNED };

struct box {
    char label[24];
    double kg;
    enum box_state state;
    char signed_by[32];
};

int box_seal(struct box *b)
{
    if (b->state != BOX_OPEN || b->kg <= 0)
        return -1;
    b->state = BOX_SEALED;
    return 0;
}

int box_sign(struct box *b, const char *receiver)
{
    if (b->state != BOX_SEALED)
        return -1;
    snprintf(b->signed_by, sizeof b->signed_by, "%s", receiver);
    b->state = BOX_SIGNED;
    return 0;
}

void box_manifest(FILE *out, const struct box *boxes, int n)
{
    double total = 0;

    for (int i = 0; i < n; i++) {
        fprintf(out, "%-24s %6.2f kg %s\n", boxes[i].label, boxes[i].kg,
                boxes[i].state == BOX_SIGNED ? boxes[i].signed_by : "-");
        total += boxes[i].kg;
    }
    fprintf(out, "key box at gate 4, total %.2f kg\n", total);
}
