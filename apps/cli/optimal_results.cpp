#include "apps/cli/optimal_results.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <system_error>
#include <utility>

#include "apps/cli/console.h"
#include "apps/cli/options.h"
#include "superflip/cube/algorithm.h"

namespace superflip::cli {

namespace {

[[noreturn]] void failed(const std::string& path) {
  throw std::system_error(errno, std::generic_category(), printable(path));
}

std::string line_of(Uint128 rank, const Moves& moves) {
  return fmt::format("{} {} {}\n", to_decimal(rank), moves.size(), to_string(moves));
}

// A line that solves its cube, and that is written as we write it.
std::optional<std::pair<Uint128, Moves>> parse_line(std::string_view line) {
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
  return std::pair(*rank, algorithm->moves);
}

// Whether the text may be the beginning of a line.
bool is_torn(std::string_view text) {
  constexpr std::size_t kLongest = 200;
  const std::size_t number = std::min(text.find_first_not_of("0123456789"), text.size());
  return text.size() < kLongest && number <= 20 && (number > 0 || text.empty()) &&
         text.find_first_not_of("0123456789 URFDLB'") == std::string_view::npos &&
         (number == text.size() || text[number] == ' ');
}

}  // namespace

Expected<ResultsFile> ResultsFile::open(const std::string& path) {
  const int file = ::open(path.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  if (file < 0) failed(path);
  ResultsFile results(path, file);
  if (::flock(file, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
    return fail(fmt::format("{}: another process writes results there", printable(path)));
  if (const auto read = results.read(); !read) return tl::unexpected<Error>(read.error());
  return results;
}

ResultsFile::ResultsFile(ResultsFile&& other) noexcept
    : path_(std::move(other.path_)), file_(std::exchange(other.file_, -1)), solutions_(std::move(other.solutions_)) {}

ResultsFile::~ResultsFile() {
  if (file_ >= 0) ::close(file_);
}

Expected<void> ResultsFile::read() {
  std::string text;
  std::string block(std::size_t{1} << 16, '\0');
  for (ssize_t got = 0; (got = ::read(file_, block.data(), block.size())) != 0;) {
    if (got < 0) failed(path_);
    text.append(block, 0, static_cast<std::size_t>(got));
    // What is no results file may be of any size.
    if (text.size() <= block.size() && text.find('\n') == std::string::npos && !is_torn(text)) break;
  }
  std::size_t begin = 0;
  std::size_t number = 1;
  for (std::size_t end = 0; (end = text.find('\n', begin)) != std::string::npos; begin = end + 1, ++number) {
    auto line = parse_line(std::string_view(text).substr(begin, end - begin));
    if (!line)
      return fail(fmt::format(
          "{} is no file of results: line {} is not a cube's rank, the length and the moves of its solution; "
          "the file is left as it is",
          printable(path_), number));
    solutions_.insert(*std::move(line));
  }
  if (begin == text.size()) return {};
  if (!is_torn(std::string_view(text).substr(begin)))
    return fail(
        fmt::format("{} is no file of results: it ends with something else; it is left as it is", printable(path_)));
  say(fmt::format("note: the last line of {} was not written to its end, and is cut off", printable(path_)));
  if (::ftruncate(file_, static_cast<off_t>(begin)) != 0) failed(path_);
  return {};
}

std::optional<Moves> ResultsFile::find(const Cube& cube) {
  const std::lock_guard lock(mutex_);
  const auto known = solutions_.find(pack(cube, Packing::rank));
  if (known == solutions_.end()) return std::nullopt;
  return known->second;
}

void ResultsFile::add(const Cube& cube, const Moves& solution) {
  const Uint128 rank = pack(cube, Packing::rank);
  const std::lock_guard lock(mutex_);
  if (!solutions_.emplace(rank, solution).second) return;
  const std::string line = line_of(rank, solution);
  const ssize_t written = ::write(file_, line.data(), line.size());
  if (written < 0) failed(path_);
  if (written != static_cast<ssize_t>(line.size())) {
    errno = ENOSPC;
    failed(path_);
  }
}

}  // namespace superflip::cli
