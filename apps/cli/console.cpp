#include "apps/cli/console.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <numeric>
#include <system_error>
#include <vector>

#include "superflip/cube/text.h"

namespace superflip::cli {

namespace {

[[noreturn]] void output_failed() {
  throw std::system_error(errno, std::generic_category(), "cannot write to standard output");
}

}  // namespace

void print(std::string_view text) {
  if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size()) output_failed();
}

void flush() {
  if (std::fflush(stdout) != 0) output_failed();
}

// One fwrite each: standard error is not buffered, and lines of several threads must not mix.
void tell(std::string_view text) {
  const std::string line = fmt::format("{}\n", text);
  std::fwrite(line.data(), 1, line.size(), stderr);
}

void say(std::string_view text) { tell(fmt::format("superflip: {}", text)); }

void complain(std::string_view where, const Error& error, std::string_view input) {
  constexpr std::size_t kShown = 110;
  std::string text = where.empty() ? "" : fmt::format("{}: ", where);
  text += printable(error.message, 2000);
  const bool plain = std::all_of(input.begin(), input.end(), [](char c) { return c >= ' ' && c <= '~'; });
  if (error.position && plain && input.size() <= kShown && *error.position <= input.size())
    text += fmt::format("\n  {}\n  {:>{}}", input, "^", *error.position + 1);
  say(text);
}

bool is_terminal(std::FILE* stream) { return isatty(fileno(stream)) != 0; }

bool has_colour(std::FILE* stream) {
  const char* no_colour = std::getenv("NO_COLOR");
  const char* term = std::getenv("TERM");
  return is_terminal(stream) && (no_colour == nullptr || *no_colour == '\0') && term != nullptr &&
         std::string_view(term) != "dumb";
}

std::string printable(std::string_view text, std::size_t most) {
  std::string shown;
  std::size_t symbols = 0;
  for (std::size_t at = 0; at < text.size(); ++symbols) {
    if (symbols == most) return shown + "...";
    const std::string_view symbol = text::symbol_at(text, at);
    at += symbol.size();
    const bool c1_control = symbol[0] == '\xC2' && symbol.size() == 2 && symbol[1] < '\xA0';
    if ((symbol.size() > 1 && !c1_control) || (symbol.size() == 1 && symbol[0] >= ' ' && symbol[0] <= '~'))
      shown += symbol;
    else if (symbol == "\n")
      shown += "\n  ";
    else
      for (const char c : symbol) shown += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
  }
  return shown;
}

std::string human_bytes(std::size_t bytes) {
  constexpr std::array<const char*, 5> kUnits{"bytes", "kB", "MB", "GB", "TB"};
  auto amount = static_cast<double>(bytes);
  std::size_t unit = 0;
  while (amount >= 999.5 && unit + 1 < kUnits.size()) {
    amount /= 1000;
    ++unit;
  }
  return unit == 0 || amount >= 99.5 ? fmt::format("{:.0f} {}", amount, kUnits[unit])
                                     : fmt::format("{:.1f} {}", amount, kUnits[unit]);
}

std::string counted(std::size_t n, std::string_view what) { return fmt::format("{} {}{}", n, what, n == 1 ? "" : "s"); }

// Levenshtein's distance, a row at a time.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t above = row[j];
      row[j] = std::min({above + 1, row[j - 1] + 1, diagonal + (a[i - 1] == b[j - 1] ? 0 : 1)});
      diagonal = above;
    }
  }
  return row[b.size()];
}

}  // namespace superflip::cli
