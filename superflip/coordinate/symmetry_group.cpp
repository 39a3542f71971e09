#include "superflip/coordinate/symmetry_group.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <utility>

#include "superflip/base/text.h"

namespace superflip {
namespace {

constexpr std::uint64_t rotations() {
  std::uint64_t bits = 0;
  for (const Symmetry s : kAllRotations) bits |= std::uint64_t{1} << s;
  return bits;
}

constexpr std::array<std::pair<std::string_view, std::uint64_t>, 5> kGroups{{{"none", 1},
                                                                             {"axes8", kAxes8.bits()},
                                                                             {"UD16", kUd16.bits()},
                                                                             {"rotations", rotations()},
                                                                             {"all", kAll48.bits()}}};
constexpr std::array<std::pair<std::string_view, Symmetry>, 4> kGenerators{
    {{"URF3", Symmetry{16}}, {"F2", Symmetry{8}}, {"U4", Symmetry{2}}, {"LR2", Symmetry{1}}}};

// The symmetries that a word stands for, as bits.
std::optional<std::uint64_t> read(std::string_view word) {
  for (const auto& [name, bits] : kGroups)
    if (word == name) return bits;
  for (const auto& [name, symmetry] : kGenerators)
    if (word == name) return std::uint64_t{1} << symmetry;
  unsigned number = 0;
  if (word.size() < 2 || word[0] != 'S') return std::nullopt;
  const auto [end, error] = std::from_chars(word.data() + 1, word.data() + word.size(), number);
  if (error != std::errc() || end != word.data() + word.size() || number >= kSymmetries) return std::nullopt;
  return std::uint64_t{1} << number;
}

}  // namespace

SymmetryGroup generated_group(std::uint64_t bits) {
  bits |= 1;
  for (std::uint64_t before = 0; before != bits;) {
    before = bits;
    for (const Symmetry s : kAllSymmetries)
      for (const Symmetry t : kAllSymmetries)
        if ((before >> s & 1) != 0 && (before >> t & 1) != 0) bits |= std::uint64_t{1} << s * t;
  }
  return SymmetryGroup(bits);
}

Expected<SymmetryGroup> parse_symmetry_group(std::string_view text) {
  std::uint64_t bits = 0;
  for (std::size_t at = 0; at < text.size();) {
    if (text::is_space(text[at]) || text[at] == ',') {
      ++at;
      continue;
    }
    std::size_t end = at;
    while (end < text.size() && !text::is_space(text[end]) && text[end] != ',') ++end;
    const std::string_view word = text.substr(at, end - at);
    const auto more = read(word);
    if (!more)
      return fail(
          ErrorKind::bad_option,
          "'" + std::string(word) +
              "' is not a symmetry: expected none, axes8, UD16, rotations, all, or generators URF3 F2 U4 LR2, S0 to "
              "S47",
          text::symbols_before(text, at));
    bits |= *more;
    at = end;
  }
  if (bits == 0)
    return fail(ErrorKind::bad_option, "no symmetries: expected none, axes8, UD16, rotations, all, or generators", 0);
  return generated_group(bits);
}

std::string to_string(const SymmetryGroup& group) {
  for (const auto& [name, bits] : kGroups)
    if (group.bits() == bits) return std::string(name);
  std::string text;
  SymmetryGroup reached(1);
  for (const Symmetry s : group.members()) {
    if (reached.contains(s)) continue;
    text += (text.empty() ? "S" : " S") + std::to_string(s);
    reached = generated_group(reached.bits() | std::uint64_t{1} << s);
  }
  return text;
}

}  // namespace superflip
