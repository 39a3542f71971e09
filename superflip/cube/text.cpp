#include "superflip/cube/text.h"

#include <fmt/format.h>

namespace superflip::text {

namespace {
bool is_shown(std::string_view symbol) { return symbol.size() > 1 || (symbol[0] >= ' ' && symbol[0] <= '~'); }
}  // namespace

std::string printable(std::string_view symbol) {
  if (is_shown(symbol)) return std::string(symbol);
  return fmt::format("byte 0x{:02X}", static_cast<unsigned char>(symbol[0]));
}

std::string quoted(std::string_view symbol) {
  return is_shown(symbol) ? fmt::format("'{}'", symbol) : printable(symbol);
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
