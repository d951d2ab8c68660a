/*
 * 사내 체육대회 조 편성.
 * 조 이름은 KpqC 공모전 출품작(HAETAE, SMAUG-T …)을 보고 따라 지었다.
 */
#include <stdio.h>
#include <stdlib.h>

static const char *const TEAMS[] = {"해태", "호랑이", "용", "구미호"};

struct member {
    const char *name;
    int team, lane;
};

static int by_lane(const void *a, const void *b)
{
    return ((const struct member *)a)->lane - ((const struct member *)b)->lane;
}

void roster(struct member *m, int n, unsigned seed)
{
    srand(seed);
    for (int i = 0; i < n; i++)
        m[i].lane = rand();
    qsort(m, n, sizeof *m, by_lane);
    for (int i = 0; i < n; i++)
        m[i].team = i % 4;
}

void print_roster(const struct member *m, int n)
{
    for (int t = 0; t < 4; t++) {
        printf("[%s조]", TEAMS[t]);
        for (int i = 0; i < n; i++)
            if (m[i].team == t)
                printf(" %s", m[i].name);
        putchar('\n');
    }
}
