// JSON for output: what the modules report. It knows texts, whole numbers, truths and times, and brings no number
// formatting of the C++ library into a module that a page downloads.
#pragma once

#include <concepts>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "superflip/base/stop.h"

namespace superflip::js {

// A value as JSON. Texts are UTF-8.
std::string json(std::string_view text);
std::string json(const std::vector<std::string>& texts);
inline std::string json(std::same_as<bool> auto truth) { return truth ? "true" : "false"; }
inline std::string json(std::integral auto number) requires(!std::same_as<decltype(number), bool>) {
  return std::to_string(number);
}

// Seconds with six decimals.
std::string seconds(Clock::duration time);

// An object, written member by member. Values are JSON already, or anything that json() takes.
class Object {
 public:
  Object& raw(std::string_view key, std::string_view value);
  Object& add(std::string_view key, const auto& value) { return raw(key, json(value)); }
  // Nothing is null.
  template <class T>
  Object& add(std::string_view key, const std::optional<T>& value) {
    return raw(key, value ? json(*value) : "null");
  }
  std::string text() const { return text_ + '}'; }

 private:
  std::string text_{"{"};
};

// An array of values that are JSON already.
std::string array(const std::vector<std::string>& values);

}  // namespace superflip::js
