#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

/// Road signs of the simulator; each sign tells its listeners when a car passes.
class Sign {
public:
    explicit Sign(std::string text) : text_(std::move(text)) {}

    void onPass(std::function<void(double)> listener) { listeners_.push_back(std::move(listener)); }

    void pass(double speed)
    {
        for (const auto& listener : listeners_)
            listener(speed);
    }

    const std::string& text() const { return text_; }

private:
    std::string text_;
    std::vector<std::function<void(double)>> listeners_;
};

class SignBook {
public:
    Sign& sign(const std::string& key) { return signs_.try_emplace(key, key).first->second; }
    bool verify(const std::string& key) const { return signs_.count(key) == 1; }

private:
    std::map<std::string, Sign> signs_;
};
