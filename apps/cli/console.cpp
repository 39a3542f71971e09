#include "apps/cli/console.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <numeric>
#include <system_error>
#include <utility>
#include <vector>

#include "superflip/superflip.h"

namespace superflip::cli {

namespace {

[[noreturn]] void output_failed() {
  throw std::system_error(errno, std::generic_category(), "cannot write to standard output");
}

}  // namespace

void print(std::string_view text) {
  if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size()) output_failed();
}

void print_json(const Json& object) { print(to_line(object)); }

void flush() {
  if (std::fflush(stdout) != 0) output_failed();
}

// One fwrite per line: standard error is not buffered, and lines of several threads must not mix.
void tell(std::string_view text) {
  constexpr std::size_t kMax = std::size_t{1} << 16;
  const std::string line = text::escaped(text, kMax, "\n") + "\n";
  std::fwrite(line.data(), 1, line.size(), stderr);
}

void say(std::string_view text) { tell(fmt::format("superflip: {}", text)); }

void complain(std::string_view where, const Error& error, std::string_view input) {
  constexpr std::size_t kShown = 110;
  std::string sentence = where.empty() ? "" : fmt::format("{}: ", where);
  sentence += printable(error.message, 2000);
  const std::string shown = text::escaped(input, kShown + 1);
  if (error.position && columns(shown) <= kShown) {
    std::size_t at = 0;  // the byte of the position
    for (std::size_t i = 0; i < *error.position && at < input.size(); ++i) at += text::symbol_at(input, at).size();
    const std::size_t before = columns(text::escaped(input.substr(0, at), kShown));
    sentence += fmt::format("\n  {}\n  {:>{}}", shown, "^", before + 1);
  }
  say(sentence);
}

bool is_terminal(std::FILE* stream) { return isatty(fileno(stream)) != 0; }

bool has_colour(std::FILE* stream) {
  const char* no_colour = std::getenv("NO_COLOR");
  const char* term = std::getenv("TERM");
  return is_terminal(stream) && (no_colour == nullptr || *no_colour == '\0') && term != nullptr &&
         std::string_view(term) != "dumb";
}

std::string printable(std::string_view text, std::size_t max) { return text::escaped(text, max, "\n  "); }

// The blocks that terminals show two columns wide, approximately: East Asian scripts and emoji.
std::size_t columns(std::string_view text) {
  std::size_t count = 0;
  for (std::size_t at = 0; at < text.size();) {
    const std::string_view symbol = text::symbol_at(text, at);
    at += symbol.size();
    const char32_t c = text::code_point(symbol);
    const bool wide = (c >= 0x1100 && c <= 0x115F) || (c >= 0x2E80 && c <= 0xA4CF) || (c >= 0xAC00 && c <= 0xD7A3) ||
                      (c >= 0xF900 && c <= 0xFAFF) || (c >= 0xFE30 && c <= 0xFE6F) || (c >= 0xFF00 && c <= 0xFF60) ||
                      c == 0x2B1B || c == 0x2B1C || (c >= 0x1F300 && c <= 0x1FAFF);
    const bool marks = (c >= 0x300 && c <= 0x36F) || text::is_invisible(symbol);  // drawn over the previous letter
    count += wide ? 2 : marks ? 0 : 1;
  }
  return count;
}

std::string counted(std::size_t n, std::string_view what) { return text::counted(n, what); }

// Damerau and Levenshtein's distance (of optimal alignments), a row at a time.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before_last;
  std::vector<std::size_t> last(b.size() + 1);
  std::iota(last.begin(), last.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::vector<std::size_t> row(b.size() + 1, i);
    for (std::size_t j = 1; j <= b.size(); ++j) {
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        row[j] = std::min(row[j], before_last[j - 2] + 1);
    }
    before_last = std::exchange(last, std::move(row));
  }
  return last[b.size()];
}

}  // namespace superflip::cli
