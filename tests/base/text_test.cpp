// Symbols of texts that are UTF-8, and of others.
#include "superflip/base/text.h"

#include <gtest/gtest.h>

#include <string_view>

namespace superflip::text {
namespace {

TEST(Texts, SymbolsAreCodePoints) {
  for (const std::string_view symbol : {"a", "\x7F", "\xC2\x80", "\xDF\xBF", "\xE0\xA0\x80", "\xED\x9F\xBF",
                                        "\xEE\x80\x80", "\xEF\xBF\xBF", "\xF0\x90\x80\x80", "\xF4\x8F\xBF\xBF"})
    EXPECT_EQ(symbol_at(symbol, 0), symbol) << symbol;
  EXPECT_EQ(code_point("\xED\x9F\xBF"), U'\uD7FF');
  EXPECT_EQ(code_point("\xF4\x8F\xBF\xBF"), U'\U0010FFFF');
}

// Cut off, longer than need be, half of a pair of UTF-16, beyond all code points.
TEST(Texts, SymbolsAreBytesWhereTheTextIsNotUtf8) {
  for (const std::string_view bytes :
       {"\x80", "\xC3", "\xE2\x82", "\xF0\x9F\x98", "\xC0\x80", "\xC1\xBF", "\xE0\x9F\xBF", "\xF0\x8F\xBF\xBF",
        "\xED\xA0\x80", "\xED\xBF\xBF", "\xF4\x90\x80\x80", "\xF5\x80\x80\x80", "\xF8\x90\x80\x80"})
    EXPECT_EQ(symbols_before(bytes, bytes.size()), bytes.size()) << escaped(bytes);
  EXPECT_EQ(escaped("\xED\xA0\x80"), "\\xed\\xa0\\x80");
  EXPECT_EQ(quoted(symbol_at("\xF4\x90\x80\x80", 0)), "byte 0xF4");
}

}  // namespace
}  // namespace superflip::text
