#include "superflip/solver/optimal/parts.h"

#include <algorithm>
#include <span>

#include "superflip/cube/symmetry.h"
#include "superflip/solver/optimal/alphabet.h"
#include "superflip/solver/optimal/central_cubes.h"

namespace superflip::optimal {
namespace {

// A word's images under the symmetries of the cube solve it as well, and one of them is enough.
bool is_least_image(const Moves& word, std::uint64_t symmetries) {
  for (const Symmetry s : kAllSymmetries)
    if ((symmetries >> s & 1) != 0 && is_word_before(conjugate(word, s), word)) return false;
  return true;
}

Part part_of(std::span<const Move> word) {
  Part part;
  std::copy(word.begin(), word.end(), part.moves.begin());
  part.length = static_cast<std::uint8_t>(word.size());
  return part;
}

}  // namespace

std::vector<Part> list_parts(std::uint64_t symmetries, Metric metric) {
  return with_alphabet(metric, [symmetries]<class Alphabet>(const Alphabet&) {
    constexpr int kPrefix = Alphabet::kIsWholeAxis ? 3 : 4;
    static_assert(kPrefix * (Alphabet::kIsWholeAxis ? 2 : 1) <= kMaxPrefix);
    std::vector<Part> parts;
    const auto extend = [&](const auto& self, const Moves& word, Letter last, int letters) -> void {
      if (letters == kPrefix) {
        if (symmetries == 1 || is_least_image(normalise(word), symmetries)) parts.push_back(part_of(word));
        return;
      }
      for (Letter m = 0; m < Alphabet::kLetters; ++m) {
        if (!Alphabet::may_follow(last, m)) continue;
        Moves longer = word;
        Alphabet::spell(m, longer);
        self(self, longer, m, letters + 1);
      }
    };
    extend(extend, {}, Alphabet::kLetters, 0);
    return parts;
  });
}

std::vector<Part> list_central_parts() {
  std::vector<Part> parts;
  for (const auto& prefix : CanonicalPrefixes::get().list()) parts.push_back(part_of(prefix));
  return parts;
}

// Compares move by move, because GCC 12 emits a false warning for the comparison of whole vectors.
bool is_word_before(const Moves& a, const Moves& b) {
  if (a.size() != b.size()) return a.size() < b.size();
  return std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end(),
                                      [](Move m, Move n) { return m.index < n.index; });
}

}  // namespace superflip::optimal
