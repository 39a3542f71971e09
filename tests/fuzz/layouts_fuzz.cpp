// Cubes as people write them down: a layout, a holding, colours and what stands around the stickers. The cube that
// somebody held is found by every reader, as the answer or among the others that are named; and the moves that undo it,
// done on the cube as it is held, solve it.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "superflip/cube/move.h"
#include "superflip/reading/facelets.h"
#include "superflip/reading/layout.h"
#include "superflip/reading/lines.h"
#include "superflip/reading/read.h"

namespace superflip {
namespace {

// What the bytes say, byte by byte; 0 behind the last.
class Bytes {
 public:
  Bytes(const std::uint8_t* data, std::size_t size) : data_(data), size_(size) {}
  std::size_t below(std::size_t n) { return at_ < size_ ? data_[at_++] % n : 0; }
  std::size_t left() const { return size_ - std::min(at_, size_); }

 private:
  const std::uint8_t* data_;
  std::size_t size_;
  std::size_t at_ = 0;
};

enum Around { nothing, blanks, lines, label, list, dictionary, bars, kArounds };

std::string decorated(const std::string& stickers, Around around) {
  const auto faces = [&](std::string_view before, std::string_view behind) {
    std::string text;
    for (std::size_t at = 0; at < stickers.size(); at += 9)
      text.append(before).append(stickers, at, 9).append(at + 9 < stickers.size() ? behind : "");
    return text;
  };
  switch (around) {
    case blanks:
      return faces("", " ");
    case lines:
      return faces("", "\n");
    case label:
      return "cube: " + stickers + " // mine";
    case bars:
      return faces("", " | ");
    case list:
    case dictionary: {
      std::string text;
      for (const char sticker : stickers) text += (text.empty() ? "'" : ", '") + std::string(1, sticker) + "'";
      return around == list ? "[" + text + "]" : "state = {'facelets': [" + text + "]}";
    }
    default:
      return stickers;
  }
}

// The one cube of a text, as the program takes it from standard input.
std::string joined(const std::string& text) {
  LineJoiner joiner({}, Lines::one_cube);
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    joiner.push(text.substr(at, end - at), end < text.size());
    at = end + 1;
  }
  joiner.finish();
  const auto one = joiner.next();
  if (!one || joiner.next()) std::abort();
  return one->text;
}

}  // namespace
}  // namespace superflip

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace superflip;
  Bytes bytes(data, std::min<std::size_t>(size, 40));
  const std::size_t nets_too = orders_in_use().size() + nets().size();
  const std::size_t number = bytes.below(nets_too);
  const Layout& layout =
      number < orders_in_use().size() ? orders_in_use()[number] : nets()[number - orders_in_use().size()];
  const Symmetry held = kAllRotations[bytes.below(kAllRotations.size())];
  const std::string_view colours = bytes.below(2) == 0 ? "URFDLB" : "WRGYOB";
  const auto around = static_cast<Around>(bytes.below(kArounds));
  Moves word;
  while (bytes.left() > 0) word.push_back(static_cast<Move>(bytes.below(kMoves)));
  const Cube cube = apply(kSolved, word);

  std::string stickers;
  for (const std::uint8_t facelet : layout.facelet_of) stickers += colours[rotate(to_stickers(cube), held)[facelet]];
  const std::string text = decorated(stickers, around);
  // The moves that undo it, for somebody who holds it so.
  const auto is_solved_by_word = [&](const Cube& found, Symmetry found_held) {
    return apply(conjugate(found, found_held), conjugate(inverse(word), held)) == kSolved;
  };
  for (const std::string& taken : {text, joined(text)}) {
    const auto reading = read(taken);
    if (!reading) std::abort();
    const bool is_found = is_solved_by_word(reading->cube, reading->held) ||
                          std::any_of(reading->others.begin(), reading->others.end(), [&](const OtherReading& other) {
                            return is_solved_by_word(other.cube, other.held);
                          });
    if (!is_found) std::abort();
  }
  // Who names the layout is asked nothing.
  const auto named = read(text, {.listed = {layout, {}}});
  if (!named || !named->others.empty() || !is_solved_by_word(named->cube, named->held)) std::abort();
  return 0;
}
