// The body of a request: the only file of the server that includes nlohmann's JSON.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "apps/server/ask.h"

namespace superflip::server {
namespace {

using Document = nlohmann::json;

// The reader does not recurse, but writing a cube's object back does.
constexpr int kMaxDepth = 32;

int depth_of(std::string_view json) {
  int depth = 0;
  int most = 0;
  bool in_text = false;
  for (std::size_t i = 0; i < json.size(); ++i) {
    const char c = json[i];
    if (in_text) {
      if (c == '\\') ++i;
      in_text = c != '"';
    } else if (c == '"') {
      in_text = true;
    } else if (c == '[' || c == '{') {
      most = std::max(most, ++depth);
    } else if (c == ']' || c == '}') {
      --depth;
    }
  }
  return most;
}

// A cube is a text, or an object of the format json.
std::optional<std::string> cube_text(const Document& value) {
  if (value.is_string()) return value.get<std::string>();
  if (value.is_object()) return value.dump();
  return std::nullopt;
}

Value value_of(const Document& value) {
  switch (value.type()) {
    case Document::value_t::boolean:
      return {value.get<bool>()};
    case Document::value_t::number_unsigned:
      return {value.get<std::uint64_t>()};
    case Document::value_t::number_integer:  // of a negative number, and of those that were set by a program
    case Document::value_t::number_float:
      return {value.get<double>()};
    case Document::value_t::string:
    case Document::value_t::object:
      return {*cube_text(value)};
    case Document::value_t::array: {
      std::vector<std::string> texts;
      for (const Document& item : value) {
        auto text = cube_text(item);
        if (!text) return {Value::Other{fmt::format("a list with an element of the type {}", item.type_name())}};
        texts.push_back(*std::move(text));
      }
      return {std::move(texts)};
    }
    default:
      return {Value::Other{value.type_name()}};
  }
}

}  // namespace

Expected<Pairs> parse_body(std::string_view body) {
  if (depth_of(body) > kMaxDepth)
    return fail(fmt::format("the body is nested more than {} deep, which no request needs", kMaxDepth));
  Pairs pairs;
  bool is_twice = false;
  std::string twice;
  std::vector<std::vector<std::string>> keys;  // of each object that is open
  const auto watch = [&](int, Document::parse_event_t event, Document& parsed) {
    if (event == Document::parse_event_t::object_start) keys.emplace_back();
    if (event == Document::parse_event_t::object_end) keys.pop_back();
    if (event != Document::parse_event_t::key) return true;
    const auto& key = parsed.get_ref<const std::string&>();
    if (std::find(keys.back().begin(), keys.back().end(), key) != keys.back().end()) {
      is_twice = true;
      twice = key;
    }
    constexpr std::size_t kMostKept = 100;  // no request has as many
    if (keys.back().size() < kMostKept) keys.back().push_back(key);
    return true;
  };
  try {
    const Document document = Document::parse(body.begin(), body.end(), watch);
    if (!document.is_object())
      return fail(fmt::format("the body is {} {}: expected a JSON object", document.is_array() ? "an" : "a",
                              document.type_name()));
    if (is_twice) return fail(fmt::format("the body has '{}' twice", text::escaped(twice, 40)));
    for (const auto& [key, value] : document.items()) pairs.emplace_back(key, value_of(value));
    return pairs;
  } catch (const Document::parse_error& error) {
    const std::size_t at = error.byte == 0 ? 0 : error.byte - 1;
    const std::string_view place = at < body.size() ? text::symbol_at(body, at) : std::string_view();
    const std::size_t position = text::symbols_before(body, at);
    return fail(place.empty() ? std::string("the body is not JSON: it ends too early")
                              : fmt::format("the body is not JSON: {} at character {} cannot be there",
                                            text::quoted(place), position + 1),
                position);
  } catch (const Document::exception&) {  // a number beyond all, a text that is not UTF-8
    return fail("the body is not JSON: a number in it is too large, or a text is not UTF-8");
  }
}

}  // namespace superflip::server
