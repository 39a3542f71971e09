#include "superflip/base/names.h"

#include <fmt/format.h>

#include <string>
#include <utility>

#include "superflip/base/text.h"

namespace superflip {

std::string alternatives(std::span<const std::string_view> names) {
  std::string all;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (i > 0) all += i + 1 == names.size() ? " or " : ", ";
    all += names[i];
  }
  return all;
}

Error unknown_name(std::string_view text, std::string_view what, std::span<const std::string_view> names) {
  std::string sentence = fmt::format("'{}' is not {}: expected {}", text::escaped(text, 40), what, alternatives(names));
  return {std::move(sentence), {}, ErrorKind::bad_option};
}

}  // namespace superflip
