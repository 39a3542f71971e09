#include "superflip/base/json.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace superflip {

namespace {

// A number or a text as nlohmann's library writes it.
std::string written(const nlohmann::json& value) {
  return value.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

}  // namespace

Json::Json(std::string_view text) : text_(written(text)) {}

std::string Json::text_of(double number) { return written(number); }

Json::Json(std::initializer_list<Member> members) : kind_(Kind::object) {
  for (const Member& member : members) (*this)[member.key] = member.value;
}

void Json::push_back(Json value) {
  kind_ = Kind::array;
  parts_.push_back(std::move(value));
}

Json& Json::operator[](std::string_view key) {
  kind_ = Kind::object;
  const auto found = std::find(keys_.begin(), keys_.end(), key);
  if (found != keys_.end()) return parts_[static_cast<std::size_t>(found - keys_.begin())];
  keys_.emplace_back(key);
  return parts_.emplace_back();
}

std::string Json::dump(int indent, int depth) const {
  if (kind_ == Kind::scalar) return text_;
  const bool object = kind_ == Kind::object;
  const auto new_line = [&](int deep) {
    return indent < 0 ? std::string() : "\n" + std::string(static_cast<std::size_t>(indent * deep), ' ');
  };
  std::string text;
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    text += (i == 0 ? "" : ",") + new_line(depth + 1);
    if (object) text += written(keys_[i]) + (indent < 0 ? ":" : ": ");
    text += parts_[i].dump(indent, depth + 1);
  }
  if (!parts_.empty()) text += new_line(depth);
  return (object ? "{" : "[") + text + (object ? "}" : "]");
}

}  // namespace superflip
