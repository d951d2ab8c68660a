// 식물 사진에서 잎 윤곽을 재는 도구
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

struct Point {
    double x, y;
};

// LEA: leaf edge array. LSH: left shoulder of the leaf, where the edge turns first.
using LEA = std::vector<Point>;

struct LeafSize {
    double width, hight;
};

LeafSize measure(const LEA& lea)
{
    auto [left, right] = std::minmax_element(lea.begin(), lea.end(),
                                             [](const Point& a, const Point& b) { return a.x < b.x; });
    auto [low, top] = std::minmax_element(lea.begin(), lea.end(),
                                          [](const Point& a, const Point& b) { return a.y < b.y; });
    return {right->x - left->x, top->y - low->y};
}

std::size_t findLSH(const LEA& lea, double limit = 0.35)
{
    for (std::size_t i = 2; i < lea.size(); ++i) {
        double a = std::atan2(lea[i - 1].y - lea[i - 2].y, lea[i - 1].x - lea[i - 2].x);
        double b = std::atan2(lea[i].y - lea[i - 1].y, lea[i].x - lea[i - 1].x);
        if (std::fabs(b - a) > limit)
            return i - 1;
    }
    return lea.size();
}
