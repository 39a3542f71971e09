#include "bindings/js/src/json.h"

#include <algorithm>

namespace superflip::js {

std::string json(std::string_view text) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string written = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20) {
      written += "\\u00";
      written += kDigits[byte / 16];
      written += kDigits[byte % 16];
      continue;
    }
    if (c == '"' || c == '\\') written += '\\';
    written += c;
  }
  return written + '"';
}

std::string array(const std::vector<std::string>& values) {
  std::string text = "[";
  for (const std::string& value : values) text += (text.size() > 1 ? "," : "") + value;
  return text + "]";
}

std::string json(const std::vector<std::string>& texts) {
  std::vector<std::string> values;
  for (const std::string& text : texts) values.push_back(json(text));
  return array(values);
}

std::string seconds(Clock::duration time) {
  constexpr int kDecimals = 6;
  const auto micros = std::max<long long>(0, std::chrono::duration_cast<std::chrono::microseconds>(time).count());
  std::string text = std::to_string(micros);
  if (text.size() <= kDecimals) text.insert(0, kDecimals + 1 - text.size(), '0');
  text.insert(text.size() - kDecimals, 1, '.');
  return text;
}

Object& Object::raw(std::string_view key, std::string_view value) {
  if (text_.size() > 1) text_ += ',';
  text_ += json(key);
  text_ += ':';
  text_ += value;
  return *this;
}

}  // namespace superflip::js
