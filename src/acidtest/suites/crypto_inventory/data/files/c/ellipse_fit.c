#include <math.h>

/* Elliptic curve fit for the calibration targets: a x^2 + b x y + c y^2 = 1. */
struct ellipse {
    double a, b, c;
};

static int solve3(double m[3][4], double out[3])
{
    for (int i = 0; i < 3; i++) {
        int p = i;
        for (int r = i + 1; r < 3; r++)
            if (fabs(m[r][i]) > fabs(m[p][i]))
                p = r;
        if (fabs(m[p][i]) < 1e-12)
            return -1;
        for (int k = 0; k < 4; k++) {
            double t = m[i][k];
            m[i][k] = m[p][k];
            m[p][k] = t;
        }
        for (int r = 0; r < 3; r++)
            if (r != i) {
                double f = m[r][i] / m[i][i];
                for (int k = i; k < 4; k++)
                    m[r][k] -= f * m[i][k];
            }
    }
    for (int i = 0; i < 3; i++)
        out[i] = m[i][3] / m[i][i];
    return 0;
}

int ellipse_fit(const double (*p)[2], int n, struct ellipse *e)
{
    double m[3][4] = {{0}}, out[3];

    for (int i = 0; i < n; i++) {
        double v[3] = {p[i][0] * p[i][0], p[i][0] * p[i][1], p[i][1] * p[i][1]};
        for (int r = 0; r < 3; r++) {
            for (int k = 0; k < 3; k++)
                m[r][k] += v[r] * v[k];
            m[r][3] += v[r];
        }
    }
    if (solve3(m, out))
        return -1;
    *e = (struct ellipse){out[0], out[1], out[2]};
    return 0;
}
