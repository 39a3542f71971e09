// The body of a request.
#include <fmt/format.h>

#include <array>

#include "apps/server/ask.h"

namespace superflip::server {
namespace {

using Kind = JsonValue::Kind;

std::string_view name(Kind kind) {
  constexpr std::array<std::string_view, 6> kNames{"null", "boolean", "number", "string", "array", "object"};
  return kNames[static_cast<std::size_t>(kind)];
}

Value value_of(const JsonValue& value) {
  switch (value.kind()) {
    case Kind::boolean:
      return {value.text() == "true"};
    case Kind::number:
      if (const auto whole = value.whole()) return {*whole};
      return {value.number()};
    case Kind::text:
    case Kind::object:  // a cube of the format json
      return {std::string(value.text())};
    case Kind::array: {
      std::vector<std::string> texts;
      for (const JsonValue& item : value) {
        if (!item.is_text() && !item.is_object())
          return {Value::Other{fmt::format("a list with an element of the type {}", name(item.kind()))}};
        texts.emplace_back(item.text());
      }
      return {std::move(texts)};
    }
    case Kind::null:
      break;
  }
  return {Value::Other{std::string(name(value.kind()))}};
}

}  // namespace

Expected<Pairs> parse_body(std::string_view body) {
  const auto document = JsonDocument::parse(body, "the body");
  if (!document) return tl::unexpected<Error>(document.error());
  const JsonValue& object = document->value();
  if (!object.is_object())
    return fail(
        fmt::format("the body is {} {}: expected a JSON object", object.is_array() ? "an" : "a", name(object.kind())));
  Pairs pairs;
  for (const JsonValue& member : object) pairs.emplace_back(member.key(), value_of(member));
  return pairs;
}

}  // namespace superflip::server
