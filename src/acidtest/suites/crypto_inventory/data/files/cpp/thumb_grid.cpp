#include <QHash>
#include <QPoint>
#include <QRect>
#include <QVector>

struct Cell {
    int row = 0, column = 0;
    bool operator==(const Cell& other) const { return row == other.row && column == other.column; }
};

inline size_t qHash(const Cell& cell, size_t seed = 0)
{
    return qHashMulti(seed, cell.row, cell.column);
}

class ThumbGrid {
public:
    ThumbGrid(int width, int side, int gap) : columns_(qMax(1, width / (side + gap))), side_(side), gap_(gap) {}

    QRect rect(int index) const
    {
        const Cell cell{index / columns_, index % columns_};
        const int step = side_ + gap_;
        return QRect(cell.column * step, cell.row * step, side_, side_);
    }

    void select(int index) { selected_.insert({index / columns_, index % columns_}, true); }
    bool isSelected(int index) const { return selected_.value({index / columns_, index % columns_}); }

private:
    int columns_, side_, gap_;
    QHash<Cell, bool> selected_;
};
