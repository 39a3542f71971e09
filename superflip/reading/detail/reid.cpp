#include "superflip/reading/detail/reid.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "superflip/base/text.h"
#include "superflip/cube/piece.h"
#include "superflip/reading/facelets.h"

namespace superflip {
namespace {

constexpr std::array<std::string_view, 20> kReidPlaces{"UF",  "UR",  "UB",  "UL",  "DF",  "DR",  "DB",
                                                       "DL",  "FR",  "FL",  "BR",  "BL",  "UFR", "URB",
                                                       "UBL", "ULF", "DRF", "DFL", "DLB", "DBR"};

bool is_face_word(std::string_view word) {
  return std::all_of(word.begin(), word.end(), [](char c) { return kFaceLetters.find(c) != std::string_view::npos; });
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
  const auto words = text::words_of(text, 64);
  int pairs = 0;
  int triples = 0;
  for (const text::Word& w : words) {
    if (!is_face_word(w.text)) return false;
    pairs += w.text.size() == 2;
    triples += w.text.size() == 3;
  }
  const int all = static_cast<int>(words.size());
  return all >= 8 && pairs > 0 && triples > 0 && pairs + triples == all;
}

Diagnosis examine_reid(std::string_view text) {
  const auto refuse = [&](std::string message, std::size_t at) {
    return unreadable({std::move(message), text::symbols_before(text, at)});
  };
  const auto words = text::words_of(text, kReidPlaces.size() + 1);
  Stickers stickers = to_stickers(kSolved);
  for (std::size_t i = 0; i < kReidPlaces.size(); ++i) {
    const std::string_view place = kReidPlaces[i];
    if (i == words.size()) {
      return refuse(fmt::format("there {} only {}; expected 20, twelve edges and eight corners, as in UF UR ... {}",
                                i == 1 ? "is" : "are", text::counted(i, "piece"), kReidPlaces.back()),
                    text.size());
    }
    const text::Word& w = words[i];
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
