// JSON for output only: a value is built and then written.
//
// It can do far less than nlohmann's library and costs none of its compile time. Arrays and objects are lists of their
// parts in the order in which they were added; every other value is kept as its JSON text.
#pragma once

#include <concepts>
#include <cstddef>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "superflip/base/api.h"

namespace SUPERFLIP_API superflip {

// A JSON value, made from a C++ value: Json(5), Json("text"), Json{{"key", 5}, {"other", {{"inner", true}}}}.
class Json {
 public:
  struct Member;

  // null. It becomes an array or an object when something is added.
  Json() : Json(nullptr) {}
  Json(std::nullptr_t) : text_("null") {}
  // Bytes that are not UTF-8 are replaced.
  Json(std::string_view text);
  Json(const std::string& text) : Json(std::string_view(text)) {}
  Json(const char* text) : Json(std::string_view(text)) {}
  Json(std::same_as<bool> auto truth) : text_(truth ? "true" : "false") {}
  Json(std::integral auto number) requires(!std::same_as<decltype(number), bool>) : text_(std::to_string(number)) {}
  // Written in the shortest form that reads back as the same number.
  Json(std::floating_point auto number) : text_(text_of(number)) {}
  // An array.
  template <class Value>
  Json(const std::vector<Value>& values) : Json(array()) {
    for (const Value& value : values) push_back(value);
  }
  // An object: {{"key", value}, ...}.
  Json(std::initializer_list<Member> members);

  // A value that is JSON already, in one line.
  static Json raw(std::string json) {
    Json value;
    value.text_ = std::move(json);
    return value;
  }
  // An empty array or object.
  static Json array() { return Json(Kind::array); }
  static Json object() { return Json(Kind::object); }

  // Appends to an array.
  void push_back(Json value);
  // The member of an object with that key; a new member is added as null. The reference is valid until the next member
  // is added.
  Json& operator[](std::string_view key);

  // The text in one line, or with each part on its own line, indented by `indent` spaces more than its parent.
  std::string dump() const { return dump(-1, 0); }
  std::string dump(int indent) const { return dump(indent, 0); }

 private:
  enum class Kind { scalar, array, object };

  explicit Json(Kind kind) : kind_(kind) {}
  static std::string text_of(double number);
  std::string dump(int indent, int depth) const;

  Kind kind_ = Kind::scalar;
  std::string text_;               // of a scalar
  std::vector<std::string> keys_;  // of an object's parts
  std::vector<Json> parts_;
};

// A part of an object.
struct Json::Member {
  std::string key;
  Json value;
};

}  // namespace superflip
