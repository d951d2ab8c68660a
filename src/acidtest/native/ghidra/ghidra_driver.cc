// Ghidra's decompiler engine as a server: programs in, C text out.
//
//     ghidra_driver MEMORY CPU WALL FOLDER...
//
// MEMORY bytes, CPU and WALL seconds for one function; the FOLDERs hold definitions of
// processors. Says "ready VERSION\n". Then, until standard input ends, a request is
//
//     SIZE NAME LANGUAGE\n  and SIZE bytes of an image (see image.py)
//
// with the NAME to call the function by, or - for one made from its address, and the LANGUAGE of
// the definitions, as in x86:LE:64:default:gcc. Loading one takes time and is done once. A
// response is "ok SIZE\n" and SIZE bytes of C, or "failed SIZE\n" and the reason.
//
// Each function is decompiled in a fork of this process: it inherits the loaded definitions,
// leaves nothing behind for the next one, and may crash or run into its limits alone.
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <iostream>
#include <sstream>

#include "ghidra_engine.hh"

namespace acidtest {
namespace {

constexpr size_t kImageMax = 256u << 20;
constexpr size_t kTextMax = 16u << 20;

struct Limits {
    rlim_t memory;
    rlim_t cpu;
    unsigned wall;
};

struct Result {
    bool ok;
    std::string text;
};

bool write_all(int to, const std::string &text) {
    for (size_t done = 0; done < text.size();) {
        const ssize_t wrote = write(to, text.data() + done, text.size() - done);
        if (wrote < 0 && errno == EINTR) continue;
        if (wrote <= 0) return false;
        done += wrote;
    }
    return true;
}

std::string read_all(int from) {
    std::string text;
    char part[1 << 16];
    for (;;) {
        const ssize_t got = read(from, part, sizeof part);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) return text;
        text.append(part, got);
    }
}

void limit(int what, rlim_t value) {
    rlimit given{};
    if (getrlimit(what, &given) != 0) throw std::runtime_error("a limit could not be read");
    const rlim_t least = value < given.rlim_max ? value : given.rlim_max;  // raising is refused
    const rlimit both{least, least};
    if (setrlimit(what, &both) != 0) throw std::runtime_error("a limit could not be set");
}

struct Request {
    std::string image;
    std::string name;
    std::string language;
};

Result attempt(Decompiler &decompiler, const Request &request) {
    try {
        std::string text = decompiler.decompile(request.language, decode_image(request.image),
                                                request.name);
        if (text.size() > kTextMax) return {false, "the text is longer than 16 MiB"};
        return {true, text};
    } catch (const std::bad_alloc &) {
        return {false, "the memory limit was reached"};
    } catch (const std::exception &error) {
        return {false, error.what()};
    }
}

[[noreturn]] void work(Decompiler &decompiler, const Limits &limits, int to,
                       const Request &request) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    limit(RLIMIT_CORE, 0);
    limit(RLIMIT_AS, limits.memory);
    limit(RLIMIT_CPU, limits.cpu);
    alarm(limits.wall);
    const Result result = attempt(decompiler, request);
    const bool wrote = write_all(to, (result.ok ? "+" : "-") + result.text);
    _exit(wrote ? 0 : 1);  // nothing to tidy up: the process is the tidying
}

std::string explain(int status) {
    if (!WIFSIGNALED(status)) return "the engine ended early";
    switch (WTERMSIG(status)) {
        case SIGALRM: return "the time limit was reached";
        case SIGXCPU:
        case SIGKILL: return "the CPU or memory limit was reached";
        default: return std::string("the engine crashed: ") + strsignal(WTERMSIG(status));
    }
}

Result decompile_apart(Decompiler &decompiler, const Limits &limits, const Request &request) {
    try {
        decompiler.load(request.language);
    } catch (const DecompileError &error) {
        return {false, error.what()};
    }
    int ends[2];
    if (pipe(ends) != 0) throw std::runtime_error("no pipe could be made");
    const pid_t child = fork();
    if (child < 0) throw std::runtime_error("no process could be made");
    if (child == 0) {
        close(ends[0]);
        work(decompiler, limits, ends[1], request);
    }
    close(ends[1]);
    const std::string said = read_all(ends[0]);
    close(ends[0]);
    int status = 0;
    while (waitpid(child, &status, 0) < 0)
        if (errno != EINTR) throw std::runtime_error("a process was lost");
    if (status != 0 || said.empty()) return {false, explain(status)};
    return {said[0] == '+', said.substr(1)};
}

void serve(Decompiler &decompiler, const Limits &limits) {
    std::string line;
    while (std::getline(std::cin, line)) {
        std::istringstream words(line);
        size_t size = 0;
        Request request;
        if (!(words >> size >> request.name >> request.language) || size > kImageMax)
            throw std::runtime_error("not a request: " + line);
        request.image.resize(size);
        if (!std::cin.read(&request.image[0], size))
            throw std::runtime_error("a request was cut off");
        const Result result = decompile_apart(decompiler, limits, request);
        std::ostringstream head;
        head << (result.ok ? "ok " : "failed ") << result.text.size() << "\n";
        if (!write_all(STDOUT_FILENO, head.str() + result.text)) return;
    }
}

int run(int count, char **words) {
    if (count < 5) throw std::runtime_error("usage: ghidra_driver MEMORY CPU WALL FOLDER...");
    const Limits limits{std::stoull(words[1]), std::stoull(words[2]),
                        static_cast<unsigned>(std::stoul(words[3]))};
    Decompiler decompiler({words + 4, words + count});
    if (write_all(STDOUT_FILENO, "ready " + Decompiler::version() + "\n"))
        serve(decompiler, limits);
    _exit(0);  // the library's own tidying waits for what was never started
}

}  // namespace
}  // namespace acidtest

int main(int count, char **words) {
    try {
        return acidtest::run(count, words);
    } catch (const std::exception &error) {
        std::cerr << error.what() << std::endl;
    }
    _exit(1);
}
