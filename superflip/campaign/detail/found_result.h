// A result from the database, which others may have changed, as a document that a check can look at.
//
// nlohmann's library copies, compares and prints values by calling itself for what they hold, so that a text of
// brackets alone would overflow the stack. What nests deeper than any result does is left out.
#pragma once

#include <nlohmann/json.hpp>
#include <string_view>

namespace superflip::detail {

// Discarded, and therefore neither an object nor an array, where the text is no JSON.
inline nlohmann::json found_result(std::string_view text) {
  using Document = nlohmann::json;
  constexpr int kDeepest = 16;
  return Document::parse(
      text.begin(), text.end(), [](int depth, Document::parse_event_t, const Document&) { return depth <= kDeepest; },
      false);
}

}  // namespace superflip::detail
