// Runs the real program, as a shell or a robot would, and keeps its output.
#pragma once

#include <fcntl.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "tests/support/temporary_folder.h"

namespace superflip {

struct Ran {
  int code;  // exit code, or 128 + the signal that ended it
  std::string out;
  std::string err;
};

// The program is built beside the tests.
inline std::string program_path() {
  return std::filesystem::read_symlink("/proc/self/exe").replace_filename("superflip").string();
}

// The program with its standard streams at the given descriptors. -1 means a pipe, whose other end is kept here.
class Program {
 public:
  using Environment = std::vector<std::pair<std::string, std::string>>;

  explicit Program(const std::vector<std::string>& arguments, const Environment& environment = {}, int in = -1,
                   int out = -1, int err = -1) {
    std::array<int, 3> theirs{in, out, err};
    std::array<int, 3> piped{-1, -1, -1};
    for (int i = 0; i < 3; ++i) {
      if (theirs[i] >= 0) continue;
      std::array<int, 2> ends{};
      if (::pipe2(ends.data(), O_CLOEXEC) != 0) throw std::system_error(errno, std::generic_category(), "pipe");
      ours_[i] = ends[i == 0 ? 1 : 0];
      theirs[i] = piped[i] = ends[i == 0 ? 0 : 1];
    }
    std::vector<std::string> words{program_path()};
    words.insert(words.end(), arguments.begin(), arguments.end());
    std::vector<char*> argv;
    for (std::string& w : words) argv.push_back(w.data());
    argv.push_back(nullptr);
    process_ = ::fork();
    if (process_ == 0) {
      for (const int ignored : {SIGINT, SIGTERM, SIGPIPE}) std::signal(ignored, SIG_DFL);  // by who started the tests
      for (int i = 0; i < 3; ++i) ::dup2(theirs[i], i);
      for (const auto& [name, value] : environment) ::setenv(name.c_str(), value.c_str(), 1);
      ::execv(argv[0], argv.data());
      ::_exit(127);
    }
    for (const int end : piped)
      if (end >= 0) ::close(end);
  }

  pid_t process() const { return process_; }

  bool has_ended() const {
    siginfo_t info{};
    return ::waitid(P_PID, static_cast<id_t>(process_), &info, WEXITED | WNOHANG | WNOWAIT) != 0 || info.si_pid != 0;
  }

  ~Program() {
    close_input();
    for (const int end : {ours_[1], ours_[2]})
      if (end >= 0) ::close(end);
    if (process_ > 0) {
      ::kill(process_, SIGKILL);
      wait();
    }
  }
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  void write(const std::string& text) const {
    if (::write(ours_[0], text.data(), text.size()) != static_cast<ssize_t>(text.size()))
      throw std::system_error(errno, std::generic_category(), "write");
  }
  void close_input() {
    if (ours_[0] >= 0) ::close(std::exchange(ours_[0], -1));
  }
  void close_output() { ::close(std::exchange(ours_[1], -1)); }
  void signal(int number) const { ::kill(process_, number); }

  // Returns a line with its newline, or what came before the end of the stream; nothing when a minute passes without
  // output.
  std::string read_line(int stream = 1) const {
    std::string line;
    char c = 0;
    pollfd waiting{ours_[stream], POLLIN, 0};
    while ((line.empty() || line.back() != '\n') && ::poll(&waiting, 1, 60'000) > 0 &&
           ::read(ours_[stream], &c, 1) == 1)
      line += c;
    return line;
  }

  int wait() {
    int status = 0;
    ::waitpid(std::exchange(process_, -1), &status, 0);
    return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
  }

 private:
  pid_t process_;
  std::array<int, 3> ours_{-1, -1, -1};
};

// Runs the program with files for its streams, so that neither side ever waits for the other. If `out` is given, the
// output goes there instead of to a file.
inline Ran run(const std::vector<std::string>& arguments, const std::string& input = "",
               const Program::Environment& environment = {}, const char* out = nullptr) {
  const TemporaryFolder folder;
  write_file(folder / "in", input);
  const auto open = [&](const std::string& path, int flags) { return ::open(path.c_str(), flags | O_CLOEXEC, 0600); };
  const int in = open(folder / "in", O_RDONLY);
  const int to = open(out != nullptr ? std::string(out) : (folder / "out").string(), O_WRONLY | O_CREAT);
  const int err = open(folder / "err", O_WRONLY | O_CREAT);
  const int code = Program(arguments, environment, in, to, err).wait();
  for (const int end : {in, to, err}) ::close(end);
  return {code, out != nullptr ? "" : read_file(folder / "out"), read_file(folder / "err")};
}

}  // namespace superflip
