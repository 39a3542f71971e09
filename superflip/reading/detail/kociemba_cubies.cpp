#include "superflip/reading/detail/kociemba_cubies.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

#include "superflip/base/text.h"
#include "superflip/cube/piece.h"
#include "superflip/reading/assembly.h"

namespace superflip {
namespace {

// Reads "(URF,0)" from a text, step by step.
class CubieReader {
 public:
  explicit CubieReader(std::string_view text) : text_(text) {}

  template <std::size_t count>
  bool read(const std::array<std::string_view, count>& names, const char* kind, int orientations,
            std::array<std::optional<Placed>, count>& places) {
    for (std::size_t x = 0; x < count; ++x) {
      const auto expected = [&](std::string_view what) {
        const std::size_t position = text::symbols_before(text_, at_);
        error_ = {fmt::format("character {}, {} {} of {}: expected {}", position + 1, kind, x + 1, count, what),
                  position};
        return false;
      };
      if (!skip('(')) return expected("a piece and its orientation, as in (URF,0) or (UR,1)");
      skip_blanks();
      const auto* piece = std::find_if(names.begin(), names.end(),
                                       [this](std::string_view n) { return text_.substr(at_, n.size()) == n; });
      if (piece == names.end()) return expected(fmt::format("one of {}", fmt::join(names, " ")));
      at_ += piece->size();
      if (!skip(',')) return expected("','");
      skip_blanks();
      const int o = at_ < text_.size() ? text_[at_] - '0' : -1;
      if (o < 0 || o >= orientations) return expected(orientations == 3 ? "a twist 0, 1 or 2" : "a flip 0 or 1");
      ++at_;
      if (!skip(')')) return expected("')'");
      places[x] = {static_cast<int>(piece - names.begin()), o};
    }
    return true;
  }

  bool at_end() {
    skip_blanks();
    if (at_ == text_.size()) return true;
    const std::size_t position = text::symbols_before(text_, at_);
    error_ = {fmt::format("character {}: expected nothing after the 12th edge", position + 1), position};
    return false;
  }

  const Error& error() const { return error_; }

 private:
  void skip_blanks() {
    while (at_ < text_.size() && text::is_skipped(text::symbol_at(text_, at_)))
      at_ += text::symbol_at(text_, at_).size();
  }
  bool skip(char c) {
    skip_blanks();
    if (at_ == text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  Error error_;
};

}  // namespace

bool looks_like_cubies(std::string_view text) {
  text = text::trimmed(text);
  if (text.empty() || text[0] != '(') return false;
  const std::size_t comma = text.find_first_of(",)]:[", 1);
  if (comma == std::string_view::npos || text[comma] != ',') return false;
  const std::string_view piece = text::trimmed(text.substr(1, comma - 1));
  const std::string_view orientation = text::trimmed(text.substr(comma + 1, text.find(')', comma) - comma - 1));
  return (piece.size() == 2 || piece.size() == 3) && std::all_of(piece.begin(), piece.end(), text::is_letter) &&
         (orientation.empty() || text::is_digit(orientation[0]) || orientation[0] == '-');
}

Diagnosis examine_cubies(std::string_view text) {
  Assembly parts;
  CubieReader reader(text);
  if (!reader.read(kCornerNames, "corner", 3, parts.corner) || !reader.read(kEdgeNames, "edge", 2, parts.edge) ||
      !reader.at_end())
    return unreadable(reader.error());
  return diagnose(parts);
}

std::string format_cubies(const Cube& c) {
  std::string line;
  for (int x = 0; x < kCorners; ++x) line += fmt::format("({},{})", kCornerNames[c.corner_at(x)], c.twist_at(x));
  line += ' ';
  for (int x = 0; x < kEdges; ++x) line += fmt::format("({},{})", kEdgeNames[c.edge_at(x)], c.flip_at(x));
  return line;
}

}  // namespace superflip
