#include "superflip/base/uint128.h"

#include <fmt/format.h>

#include "superflip/base/text.h"

namespace superflip {

std::string to_decimal(Uint128 number) {
  std::string digits;
  do digits.insert(digits.begin(), static_cast<char>('0' + static_cast<int>(number % 10)));
  while ((number /= 10) != 0);
  return digits;
}

Expected<Uint128> parse_uint128(std::string_view text) {
  const std::string_view number_text = text::trimmed(text);
  auto at = static_cast<std::size_t>(number_text.data() - text.data());
  const std::size_t end = at + number_text.size();
  const bool hexadecimal = end - at > 1 && text[at] == '0' && text::to_upper(text[at + 1]) == 'X';
  const std::string_view digits = hexadecimal ? "0123456789ABCDEF" : "0123456789";
  if (hexadecimal) at += 2;
  if (at == end)
    return fail("expected a whole number, decimal or hexadecimal after 0x", text::symbols_before(text, at));
  Uint128 number = 0;
  for (; at < end; ++at) {
    const std::size_t digit = digits.find(text::to_upper(text[at]));
    if (digit == std::string_view::npos) {
      const std::size_t position = text::symbols_before(text, at);
      return fail(fmt::format("character {}: {} found; expected a {} digit", position + 1,
                              text::quoted(text::symbol_at(text, at)), hexadecimal ? "hexadecimal" : "decimal"),
                  position);
    }
    if (number > (~Uint128{0} - digit) / digits.size()) return fail("the number is larger than 2^128 - 1");
    number = number * digits.size() + digit;
  }
  return number;
}

}  // namespace superflip
