#include "superflip/reading/detail/palette.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "superflip/base/text.h"

namespace superflip {

bool is_unknown(const std::string& symbol, const Symbols& symbols) {
  for (const std::string_view mark : {"?", "\uFFFD", "❓", "❔"})
    if (symbol == mark) return true;
  if (symbol.size() != 1 || std::string_view(".-_*").find(symbol[0]) == std::string_view::npos) return false;
  return std::any_of(symbols.begin(), symbols.end(),
                     [](const std::string& s) { return s.size() == 1 && text::is_letter(s[0]); });
}

Symbols distinct(const Symbols& symbols) {
  Symbols found;
  for (const std::string& s : symbols)
    if (std::find(found.begin(), found.end(), s) == found.end()) found.push_back(s);
  return found;
}

bool fold_case(Symbols& symbols) {
  const auto colours = [](const Symbols& of) {
    const Symbols all = distinct(of);
    return std::count_if(all.begin(), all.end(), [&](const std::string& s) { return !is_unknown(s, of); });
  };
  Symbols folded = symbols;
  for (std::string& s : folded)
    if (s.size() == 1) s[0] = text::to_upper(s[0]);
  if (folded == symbols) return false;
  if (colours(symbols) <= kFaces && colours(folded) < colours(symbols)) return false;
  symbols = std::move(folded);
  return true;
}

std::uint8_t Palette::operator[](const std::string& symbol) const {
  return static_cast<std::uint8_t>(std::find(names.begin(), names.end(), symbol) - names.begin());
}

Symbols most_frequent(const Symbols& symbols) {
  Symbols colours = distinct(symbols);
  colours.erase(
      std::remove_if(colours.begin(), colours.end(), [&](const std::string& s) { return is_unknown(s, symbols); }),
      colours.end());
  std::stable_sort(colours.begin(), colours.end(), [&](const std::string& a, const std::string& b) {
    return std::count(symbols.begin(), symbols.end(), a) > std::count(symbols.begin(), symbols.end(), b);
  });
  if (colours.size() > kFaces) colours.resize(kFaces);
  return colours;
}

std::optional<Palette> palette_of(const Symbols& colours) {
  for (const ColourNames& scheme : {kStandardColours, kUsualColours})
    if (std::all_of(colours.begin(), colours.end(),
                    [&](const std::string& s) { return std::find(scheme.begin(), scheme.end(), s) != scheme.end(); }))
      return Palette{scheme, true};
  if (colours.size() != kFaces) return {};
  Palette palette;
  std::copy(colours.begin(), colours.end(), palette.names.begin());
  return palette;
}

}  // namespace superflip
