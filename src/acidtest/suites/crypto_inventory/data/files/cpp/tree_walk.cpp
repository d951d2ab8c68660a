#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace ferry {

enum class Traversal { PreOrder, PostOrder };

struct Node {
    std::string name;
    std::vector<std::unique_ptr<Node>> children;
};

/// Universal visitor: one traversal for tickets, decks and cabins.
class UniversalVisitor {
public:
    explicit UniversalVisitor(Traversal order) : order_(order) {}

    void walk(const Node& node, const std::function<void(const Node&, int)>& visit, int depth = 0) const
    {
        if (order_ == Traversal::PreOrder)
            visit(node, depth);
        for (const auto& child : node.children)
            walk(*child, visit, depth + 1);
        if (order_ == Traversal::PostOrder)
            visit(node, depth);
    }

private:
    Traversal order_;
};

std::string outline(const Node& root)
{
    std::string text;
    UniversalVisitor(Traversal::PreOrder).walk(root, [&](const Node& n, int depth) {
        text += std::string(2 * depth, ' ') + n.name + "\n";
    });
    return text;
}

}  // namespace ferry
