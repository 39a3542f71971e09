#include "superflip/base/names.h"

#include <fmt/format.h>

#include <string>

#include "superflip/base/text.h"

namespace superflip {

Error unknown_name(std::string_view text, std::string_view what, std::span<const std::string_view> names) {
  std::string expected;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (i > 0) expected += i + 1 == names.size() ? " or " : ", ";
    expected += names[i];
  }
  return {
      fmt::format("'{}' is not {}: expected {}", text::escaped(text, 40), what, expected), {}, ErrorKind::bad_option};
}

}  // namespace superflip
