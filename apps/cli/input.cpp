#include "apps/cli/input.h"

#include <fmt/format.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <system_error>
#include <utility>

#include "apps/cli/console.h"

namespace superflip::cli {
namespace {

constexpr std::size_t kFewBytes = 4096;  // a net with the borders of its stickers is shorter

}  // namespace

std::string prefix(const Input& input) { return input.where.empty() ? "" : input.where + ": "; }

InputSource::InputSource(std::vector<std::string> arguments, const TextOptions& options, Puzzle puzzle)
    : arguments_(std::move(arguments)),
      joiner_(options.from, options.lines,
              static_cast<std::size_t>(puzzle == Puzzle::pocket ? kPocketFacelets : kFacelets)) {
  if (arguments_.empty()) arguments_.emplace_back("-");
}

std::optional<std::size_t> InputSource::count() const {
  if (std::find(arguments_.begin(), arguments_.end(), "-") != arguments_.end()) return std::nullopt;
  return arguments_.size();
}

std::optional<std::size_t> InputSource::count_lines() const {
  struct stat status {};
  if (count() || ::fstat(STDIN_FILENO, &status) != 0 || !S_ISREG(status.st_mode)) return count();
  std::size_t lines = 0;
  char last = '\n';
  std::vector<char> block(std::size_t{1} << 16);
  off_t at = ::lseek(STDIN_FILENO, 0, SEEK_CUR);
  for (ssize_t got = 0; (got = ::pread(STDIN_FILENO, block.data(), block.size(), at)) > 0; at += got) {
    lines += static_cast<std::size_t>(std::count(block.begin(), block.begin() + got, '\n'));
    last = block[static_cast<std::size_t>(got - 1)];
  }
  if (last != '\n') ++lines;
  return lines + static_cast<std::size_t>(std::count_if(arguments_.begin(), arguments_.end(),
                                                        [](const std::string& a) { return a != "-"; }));
}

std::optional<std::string> InputSource::all_lines() const {
  const auto ends = std::count(beginning_.begin(), beginning_.end(), '\n');
  const auto lines = beginning_.ends_with('\n') ? ends : ends + 1;
  if (is_said_ || lines < 2 || beginning_.size() > kFewBytes) return std::nullopt;
  return beginning_;
}

bool InputSource::interactive() const { return !count() && is_terminal(stdin); }

std::optional<Input> InputSource::next(const Cancelled& cancelled) {
  for (; argument_ < arguments_.size(); ++argument_) {
    if (cancelled()) return std::nullopt;
    if (arguments_[argument_] != "-") {
      Input input{arguments_[argument_], "", std::nullopt};  // copied, not moved, because count() may read the
                                                             // arguments in another thread at the same time
      if (arguments_.size() > 1) input.where = fmt::format("argument {}", argument_ + 1);
      ++argument_;
      return input;
    }
    for (bool is_over = false;;) {
      while (auto joined = joiner_.next()) {
        const std::size_t first = given_ + 1;
        given_ += joined->lines;
        is_said_ = is_said_ || joined->error;
        if (joined->is_skipped || text::trimmed(joined->text).empty()) continue;
        return Input{std::move(joined->text),
                     joined->lines == 1 ? fmt::format("line {}", first) : fmt::format("lines {} to {}", first, given_),
                     std::move(joined->error)};
      }
      if (is_too_long_) {
        is_too_long_ = false;
        return Input{
            "", fmt::format("line {}", ++given_),
            Error{fmt::format("longer than {} bytes, which no cube needs: expected one cube in each line", kMaxLine),
                  {}}};
      }
      if (is_over) break;
      auto line = read_line(cancelled, is_too_long_);
      if (!line && cancelled()) return std::nullopt;
      if (line && !is_too_long_)
        joiner_.push(std::move(*line), begin_ < end_);
      else
        joiner_.finish();
      is_over = !line;
    }
  }
  return std::nullopt;
}

std::optional<std::string> InputSource::read_line(const Cancelled& cancelled, bool& too_long) {
  too_long = false;
  std::string line;
  bool any = false;
  for (;;) {
    if (begin_ == end_ && !fill(cancelled)) {
      if (!any || cancelled()) return std::nullopt;
      break;  // the last line may lack its newline
    }
    any = true;
    const char* const from = buffer_.data() + begin_;
    const auto* const newline = static_cast<const char*>(std::memchr(from, '\n', end_ - begin_));
    const std::size_t length = newline != nullptr ? static_cast<std::size_t>(newline - from) : end_ - begin_;
    if (line.size() + length > kMaxLine + 1)  // one more for a carriage return
      too_long = true;
    else if (!too_long)
      line.append(from, length);
    begin_ += length;
    if (newline != nullptr) {
      ++begin_;
      break;
    }
  }
  ++line_;
  if (line_ == 1 && line.compare(0, 3, "\xEF\xBB\xBF") == 0) line.erase(0, 3);  // some editors' byte order mark
  if (!line.empty() && line.back() == '\r') line.pop_back();
  if (line.size() > kMaxLine) too_long = true;
  if (too_long) line.clear();
  return line;
}

// Standard input may stay silent for ever, so it is waited for in short steps.
bool InputSource::fill(const Cancelled& cancelled) {
  constexpr int kPatience = 50;  // milliseconds
  for (;;) {
    pollfd waiting{STDIN_FILENO, POLLIN, 0};
    const int ready = ::poll(&waiting, 1, kPatience);
    if (cancelled()) return false;
    if (ready == 0 || (ready < 0 && errno == EINTR)) continue;
    const ssize_t got = ::read(STDIN_FILENO, buffer_.data(), buffer_.size());
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) throw std::system_error(errno, std::generic_category(), "cannot read standard input");
    begin_ = 0;
    end_ = static_cast<std::size_t>(got);
    if (beginning_.size() <= kFewBytes) beginning_.append(buffer_.data(), std::min(end_, kFewBytes + 1));
    return got > 0;
  }
}

void hint_if_interactive(const InputSource& source) {
  if (source.interactive())
    tell("Type one cube in each line: moves (R U2 F') or 54 facelets. Ctrl-D ends. (--help explains.)");
}

}  // namespace superflip::cli
