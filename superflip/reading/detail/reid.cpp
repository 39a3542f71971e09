#include "superflip/reading/detail/reid.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "superflip/base/text.h"
#include "superflip/cube/piece.h"
#include "superflip/reading/detail/decoration.h"
#include "superflip/reading/facelets.h"

namespace superflip {
namespace {

constexpr std::array<std::string_view, 20> kReidPlaces{"UF",  "UR",  "UB",  "UL",  "DF",  "DR",  "DB",
                                                       "DL",  "FR",  "FL",  "BR",  "BL",  "UFR", "URB",
                                                       "UBL", "ULF", "DRF", "DFL", "DLB", "DBR"};

// A word in upper case and the byte where it begins.
struct PieceWord {
  std::string text;
  std::size_t at;
};

bool is_face_word(std::string_view word) {
  return std::all_of(word.begin(), word.end(), [](char c) { return kFaceLetters.find(c) != std::string_view::npos; });
}

// Two or three different faces.
bool is_name(std::string_view word) {
  if ((word.size() != 2 && word.size() != 3) || !is_face_word(word)) return false;
  return word[0] != word[1] && (word.size() == 2 || (word[0] != word[2] && word[1] != word[2]));
}

// The words of a text; decoration separates them, too: commas, brackets, quotes. It ends after `max`, and as soon as
// more than `wrong` words are no names of pieces.
std::vector<PieceWord> piece_words(std::string_view text, std::size_t max, std::size_t wrong) {
  std::vector<PieceWord> words;
  bool is_inside = false;
  std::size_t unknown = 0;
  for (std::size_t at = 0; at <= text.size();) {
    const std::string_view symbol = at < text.size() ? text::symbol_at(text, at) : std::string_view(" ");
    const bool is_between = text::is_skipped(symbol) || is_decoration(symbol);
    if (is_between && is_inside && !is_name(words.back().text) && ++unknown > wrong) return words;
    if (!is_between && !is_inside) {
      if (words.size() == max) return words;
      words.push_back({"", at});
    }
    if (!is_between) words.back().text += symbol.size() == 1 ? text::to_upper(symbol[0]) : '?';
    is_inside = !is_between;
    at += symbol.size();
  }
  return words;
}

// Whether the words are the names of all pieces of a kind.
template <std::size_t count>
bool are_all(const std::vector<PieceWord>& words, const std::array<std::string_view, count>& names) {
  return words.size() == count && std::all_of(names.begin(), names.end(), [&](std::string_view name) {
           return std::any_of(words.begin(), words.end(), [&](const PieceWord& w) {
             return w.text.size() == name.size() && std::is_permutation(name.begin(), name.end(), w.text.begin());
           });
         });
}

// The facelet on the n-th face of the place `faces` (two or three faces, in any order).
int facelet_at(std::string_view faces, std::size_t n) {
  const auto has = [&](Face f) { return faces.find(kFaceLetters[f]) != std::string_view::npos; };
  const auto facelet_of = [&](const auto& places, const auto& facelets) {
    for (std::size_t x = 0; x < places.size(); ++x) {
      if (!std::all_of(places[x].begin(), places[x].end(), has)) continue;
      for (std::size_t i = 0; i < places[x].size(); ++i)
        if (kFaceLetters[places[x][i]] == faces[n]) return facelets[x][i];
    }
    return -1;  // never: Reid's places are pieces
  };
  return faces.size() == 2 ? facelet_of(kEdgeFaces, kEdgeFacelets) : facelet_of(kCornerFaces, kCornerFacelets);
}

// A sentence in which corners have the names that Reid gives them, as UFR for URF. No corner has one's name here and
// another's there.
std::string in_reids_names(std::string sentence) {
  for (const std::string_view ours : kCornerNames) {
    const auto* reids = std::find_if(kReidPlaces.begin(), kReidPlaces.end(), [&](std::string_view place) {
      return std::is_permutation(place.begin(), place.end(), ours.begin(), ours.end());
    });
    for (std::size_t at = sentence.find(ours); at != std::string::npos; at = sentence.find(ours, at))
      sentence.replace(at, ours.size(), *reids);
  }
  return sentence;
}

}  // namespace

bool looks_like_reid(std::string_view text) {
  constexpr std::size_t kMost = 24;
  constexpr std::size_t kWrong = 2;
  const auto words = piece_words(text, kMost + 1, kWrong);
  if (words.size() > kMost || words.size() < kCorners) return false;
  std::size_t edges = 0;
  std::size_t corners = 0;
  for (const PieceWord& w : words) {
    edges += is_name(w.text) && w.text.size() == 2;
    corners += is_name(w.text) && w.text.size() == 3;
  }
  if (are_all(words, kEdgeNames) || are_all(words, kCornerNames)) return true;
  if (edges == 0 || corners == 0) return false;
  constexpr std::size_t kMany = 16;
  const bool is_plain = edges + corners == words.size() && std::all_of(text.begin(), text.end(), [](char c) {
                          return text::is_space(c) || kFaceLetters.find(c) != std::string_view::npos;
                        });
  return is_plain || (words.size() >= kMany && words.size() - edges - corners <= kWrong);
}

Diagnosis examine_reid(std::string_view text) {
  const auto refuse = [&](std::string message, std::size_t at) {
    return unreadable({std::move(message), text::symbols_before(text, at)});
  };
  const auto words = piece_words(text, kReidPlaces.size() + 1, kReidPlaces.size());
  Stickers stickers = to_stickers(kSolved);
  for (std::size_t i = 0; i < kReidPlaces.size(); ++i) {
    const std::string_view place = kReidPlaces[i];
    if (i == words.size()) {
      return refuse(fmt::format("there {} only {}; expected 20, twelve edges and eight corners, as in UF UR ... {}",
                                i == 1 ? "is" : "are", text::counted(i, "piece"), kReidPlaces.back()),
                    text.size());
    }
    const PieceWord& w = words[i];
    if (!is_face_word(w.text) || w.text.size() != place.size()) {
      return refuse(fmt::format("piece {}, at {}: expected {} of the letters U R F D L B", i + 1, place, place.size()),
                    w.at);
    }
    for (std::size_t n = 0; n < place.size(); ++n)
      stickers[facelet_at(place, n)] = static_cast<std::uint8_t>(kFaceLetters.find(w.text[n]));
  }
  if (words.size() > kReidPlaces.size()) return refuse("there are more than 20 pieces", words.back().at);
  Diagnosis d = diagnose(take_apart(stickers), impossible_pieces(stickers));
  for (std::string& problem : d.problems) problem = in_reids_names(std::move(problem));
  d.repair = in_reids_names(std::move(d.repair));
  return d;
}

std::string format_reid(const Cube& c) {
  const Stickers stickers = to_stickers(c);
  std::string line;
  for (const std::string_view place : kReidPlaces) {
    if (!line.empty()) line += ' ';
    for (std::size_t n = 0; n < place.size(); ++n) line += kFaceLetters[stickers[facelet_at(place, n)]];
  }
  return line;
}

}  // namespace superflip
