// task: water_tariff
// topic: floating-point
// exercises: double constants in rodata, piecewise linear branches, NaN handling by unordered comparison
// why: a point inside each bracket, every bracket border, the discount switch, negative input and NaN are pinned to within 1e-9
// ---- function ----
double func0(double litres, int household)
{
    double cost = 2.75;

    if (!(litres >= 0.0))
        return -1.0;
    if (litres > 900.0) {
        cost += 1.5 + (litres - 900.0) * 0.0625;
        litres = 900.0;
    }
    if (litres > 250.0) {
        cost += (litres - 250.0) * 0.02;
        litres = 250.0;
    }
    cost += litres * 0.008;
    if (household > 4)
        cost *= household > 6 ? 0.86 : 0.95;
    return cost;
}
// ---- test ----
#include <assert.h>
#include <math.h>
static int near(double a, double b) { return fabs(a - b) < 1e-9; }
int main(void)
{
    assert(near(func0(0.0, 1), 2.75));
    assert(near(func0(100.0, 1), 3.55));
    assert(near(func0(250.0, 4), 4.75));
    assert(near(func0(300.0, 4), 5.75));
    assert(near(func0(900.0, 0), 17.75));
    assert(near(func0(1000.0, 2), 25.5));
    assert(near(func0(1000.0, 5), 24.225));
    assert(near(func0(1000.0, 6), 24.225));
    assert(near(func0(1000.0, 7), 21.93));
    assert(near(func0(1000.0, 50), 21.93));
    assert(near(func0(-0.5, 3), -1.0));
    assert(near(func0(NAN, 3), -1.0));
    assert(near(func0(-0.0, -3), 2.75));
    assert(isinf(func0(INFINITY, 1)));
    return 0;
}
