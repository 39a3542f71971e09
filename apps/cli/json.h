// JSON that is printed: a value is built and then written.
//
// It does little beside nlohmann's library and takes none of its time to compile: an array and an object are lists of
// their parts, in the order in which they were added, and everything else is kept as the text that it will be.
#pragma once

#include <concepts>
#include <cstddef>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace superflip::cli {

// A value, made from what it says: Json(5), Json("text"), Json{{"key", 5}, {"other", {{"inner", true}}}}.
class Json {
 public:
  struct Member;

  // null, which turns into an array or an object when something is added.
  Json() : Json(nullptr) {}
  Json(std::nullptr_t) : text_("null") {}
  // Bytes that are not UTF-8 are replaced.
  Json(std::string_view text);
  Json(const std::string& text) : Json(std::string_view(text)) {}
  Json(const char* text) : Json(std::string_view(text)) {}
  Json(std::same_as<bool> auto truth) : text_(truth ? "true" : "false") {}
  Json(std::integral auto number) requires(!std::same_as<decltype(number), bool>) : text_(std::to_string(number)) {}
  // Written as shortly as the same number can be.
  Json(std::floating_point auto number) : text_(text_of(number)) {}
  // An array.
  template <class Value>
  Json(const std::vector<Value>& values) : Json(array()) {
    for (const Value& value : values) push_back(value);
  }
  // An object: {{"key", value}, ...}.
  Json(std::initializer_list<Member> members);

  // Without parts.
  static Json array() { return Json(Kind::array); }
  static Json object() { return Json(Kind::object); }

  // To the end of an array.
  void push_back(Json value);
  // The member of an object, which is added, as null, when it is new; valid until the next is added.
  Json& operator[](std::string_view key);

  // In one line; or with each part in its line, `indent` spaces deeper than what it is part of.
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

}  // namespace superflip::cli
