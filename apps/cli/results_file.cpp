#include "apps/cli/results_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <map>
#include <mutex>
#include <string_view>
#include <system_error>
#include <utility>

namespace superflip::cli {
namespace {

constexpr std::string_view kHeader = "superflip results 1 htm";
constexpr std::size_t kMaxLine = 200;  // bytes; no line of ours is longer

using Line = std::pair<Uint128, Moves>;

std::string line_of(Uint128 rank, const Moves& moves) {
  return fmt::format("{} {} {}\n", to_decimal(rank), moves.size(), to_string(moves));
}

// Parses a line that solves its cube and is written exactly as we write it.
std::optional<Line> parse_line(std::string_view line) {
  const std::size_t first = line.find(' ');
  const std::size_t second = first == std::string_view::npos ? first : line.find(' ', first + 1);
  if (second == std::string_view::npos) return std::nullopt;
  const auto rank = parse_uint128(line.substr(0, first));
  const auto algorithm = parse_algorithm(line.substr(second + 1));
  if (!rank || !algorithm) return std::nullopt;
  const auto cube = unpack(*rank, Packing::rank);
  if (!cube || superflip::apply(*cube, algorithm->moves) != kSolved) return std::nullopt;
  if (normalise(algorithm->moves) != algorithm->moves) return std::nullopt;
  if (line_of(*rank, algorithm->moves) != std::string(line) + "\n") return std::nullopt;
  return Line(*rank, algorithm->moves);
}

// Whether the text may be the beginning of a line.
bool is_torn(std::string_view text) {
  const std::size_t number = std::min(text.find_first_not_of("0123456789"), text.size());
  const bool is_line = number <= 20 && (number > 0 || text.empty()) &&
                       text.find_first_not_of("0123456789 URFDLB'") == std::string_view::npos &&
                       (number == text.size() || text[number] == ' ');
  return text.size() < kMaxLine && (is_line || kHeader.starts_with(text));
}

tl::unexpected<Error> failure(const std::string& path, int error) {
  return fail(ErrorKind::system,
              fmt::format("{}: {}", text::escaped(path, 4096), std::generic_category().message(error)));
}

}  // namespace

struct ResultsFile::State {
  std::string path;
  int file = -1;
  bool is_broken = false;      // a part of a line is at the end
  mutable std::mutex mutex{};  // guards `solutions`, and writing
  std::map<Uint128, Moves> solutions{};

  State(std::string path_given, int file_given) : path(std::move(path_given)), file(file_given) {}
  ~State() { ::close(file); }
  State(const State&) = delete;
  State& operator=(const State&) = delete;

  tl::unexpected<Error> failed(int error) const { return failure(path, error); }

  tl::unexpected<Error> foreign(std::string_view why) const {
    return fail(fmt::format("{} is not a results file: {}; the file is left as it is", text::escaped(path, 4096), why));
  }

  // Appends the text completely or not at all. If a partly written text cannot be removed again, nothing more is
  // written to the file.
  Expected<void> write(std::string_view text) {
    if (is_broken) return failed(EIO);
    const off_t end = ::lseek(file, 0, SEEK_END);
    if (end < 0) return failed(errno);
    for (std::string_view rest = text; !rest.empty();) {
      const ssize_t written = ::write(file, rest.data(), rest.size());
      if (written < 0 && errno == EINTR) continue;
      if (written <= 0) {
        const int error = written < 0 ? errno : ENOSPC;
        is_broken = ::ftruncate(file, end) != 0;
        return failed(error);
      }
      rest.remove_prefix(static_cast<std::size_t>(written));
    }
    return {};
  }

  // Parses line `number`, from 1 on.
  Expected<void> take(std::string_view line, std::size_t number) {
    if (number == 1 && line == kHeader) return {};
    auto parsed = parse_line(line);
    if (!parsed)
      return foreign(fmt::format("line {} is not a cube's rank, the length and the moves of its solution", number));
    solutions.insert(*std::move(parsed));
    return {};
  }

  Expected<void> read(const Warn& warn, const StopFlag* stop);
};

// Reads by blocks and checks each line at once, because a file that is not a results file may have any size.
Expected<void> ResultsFile::State::read(const Warn& warn, const StopFlag* stop) {
  std::string rest;  // of the last line, whose end has not been read yet
  std::string block(std::size_t{1} << 16, '\0');
  std::size_t number = 1;
  off_t taken = 0;
  for (ssize_t got = 0; (got = ::read(file, block.data(), block.size())) != 0;) {
    if (is_set(stop)) return fail(ErrorKind::stopped, fmt::format("{}: stopped", text::escaped(path, 4096)));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return failed(errno);
    rest.append(block, 0, static_cast<std::size_t>(got));
    std::size_t begin = 0;
    for (std::size_t end = 0; (end = rest.find('\n', begin)) != std::string::npos; begin = end + 1, ++number)
      if (auto line = take(std::string_view(rest).substr(begin, end - begin), number); !line) return line;
    taken += static_cast<off_t>(begin);
    rest.erase(0, begin);
    if (!is_torn(rest)) return foreign(fmt::format("line {} is not a line of results", number));
  }
  if (rest.empty()) return taken == 0 ? write(std::string(kHeader) + "\n") : Expected<void>{};
  if (warn) warn(fmt::format("note: the last line of {} is incomplete and is removed", text::escaped(path, 4096)));
  if (::ftruncate(file, taken) != 0) return failed(errno);
  return taken == 0 ? write(std::string(kHeader) + "\n") : Expected<void>{};
}

Expected<ResultsFile> ResultsFile::open(const std::string& path, const Warn& warn, const StopFlag* stop) {
  int file = -1;
  do {  // without O_NONBLOCK, opening a pipe of that name would block here
    file = ::open(path.c_str(), O_RDWR | O_CREAT | O_APPEND | O_NONBLOCK | O_CLOEXEC | O_NOCTTY, 0666);
  } while (file < 0 && errno == EINTR);
  if (file < 0) return failure(path, errno);
  auto state = std::make_unique<State>(path, file);
  struct stat status {};
  if (::fstat(file, &status) != 0) return state->failed(errno);
  if (!S_ISREG(status.st_mode)) return state->foreign("it is not a regular file");
  if (::flock(file, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
    return fail(ErrorKind::system,
                fmt::format("{}: another process is writing results to this file", text::escaped(path, 4096)));
  return state->read(warn, stop).map([&] { return ResultsFile(std::move(state)); });
}

ResultsFile::ResultsFile(std::unique_ptr<State> state) : state_(std::move(state)) {}
ResultsFile::ResultsFile(ResultsFile&&) noexcept = default;
ResultsFile::~ResultsFile() = default;

std::optional<Moves> ResultsFile::find(const Cube& cube) const {
  const std::lock_guard lock(state_->mutex);
  const auto known = state_->solutions.find(pack(cube, Packing::rank));
  if (known == state_->solutions.end()) return std::nullopt;
  return known->second;
}

Expected<void> ResultsFile::add(const Cube& cube, const Moves& solution) {
  const Uint128 rank = pack(cube, Packing::rank);
  const std::lock_guard lock(state_->mutex);
  if (state_->solutions.contains(rank)) return {};
  if (Expected<void> written = state_->write(line_of(rank, solution)); !written) return written;
  state_->solutions.emplace(rank, solution);
  return {};
}

}  // namespace superflip::cli
