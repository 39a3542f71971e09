#include "superflip/cube/text.h"

#include <fmt/format.h>

namespace superflip::text {

std::string quoted(std::string_view symbol) {
  const auto first = static_cast<unsigned char>(symbol[0]);
  if (symbol.size() == 1 && (first < 0x20 || first > 0x7E)) return fmt::format("byte 0x{:02X}", first);
  return fmt::format("'{}'", symbol);
}

std::string listed(const std::vector<std::string>& words) {
  std::string list;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i > 0) list += i + 1 == words.size() ? " and " : ", ";
    list += words[i];
  }
  return list;
}

std::string joined(const std::vector<std::string>& sentences) {
  std::string all;
  for (const std::string& sentence : sentences) {
    if (!all.empty()) all += "; ";
    all += sentence;
  }
  return all;
}

}  // namespace superflip::text
