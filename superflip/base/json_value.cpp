#include "superflip/base/json_value.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <clocale>
#include <cstdlib>
#include <string>
#include <system_error>

#include "superflip/base/text.h"

namespace superflip {
namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

// Whether a symbol may stand in a text as it is.
bool may_be_in_text(std::string_view symbol) {
  const auto lead = static_cast<unsigned char>(symbol[0]);
  return symbol.size() > 1 || (lead >= 0x20 && lead < 0x80);
}

}  // namespace

// The bytes of the JSON from `at_` on are still to be read.
class JsonDocument::Parser {
 public:
  Parser(JsonDocument& document, std::string_view json) : characters_(document.characters_), values_(document.values_) {
    // The characters of a text are never more than its JSON. Before each value but the first is a bracket or a comma.
    characters_.reserve(2 * json.size());
    characters_.assign(json.begin(), json.end());
    json_ = {characters_.data(), json.size()};
    values_.reserve(1 + static_cast<std::size_t>(std::count_if(
                            json.begin(), json.end(), [](char c) { return c == '[' || c == '{' || c == ','; })));
    if (json_.starts_with(kByteOrderMark)) at_ = kByteOrderMark.size();
  }

  bool read() {
    for (const char* due = "a value";;) {
      JsonValue& value = add();
      const std::size_t begin = at_;
      if (accept('[') || accept('{')) {
        value.kind_ = json_[begin] == '{' ? JsonValue::Kind::object : JsonValue::Kind::array;
        open_.push_back({&value, begin});
        skip_blanks();
        if (!accept(value.is_object() ? '}' : ']')) {
          due = value.is_array() ? "a value or ']'" : "a value";
          if (value.is_object() && !key("a name in double quotation marks or '}'")) return false;
          continue;
        }
        if (!close()) return false;
      } else if (!scalar(value, due)) {
        return false;
      }
      // Behind a value.
      for (;;) {
        skip_blanks();
        if (open_.empty()) return at_ == json_.size() || expected("the end");
        const bool is_object = open_.back().value->is_object();
        if (accept(',')) {
          if (is_object && !key("a name in double quotation marks")) return false;
          break;
        }
        if (!accept(is_object ? '}' : ']')) return expected(is_object ? "',' or '}'" : "',' or ']'");
        if (!close()) return false;
      }
      due = "a value";
    }
  }

  // Precondition: read() was false.
  Error error(std::string_view what) const {
    if (expected_ == nullptr) return {fmt::format("{} has '{}' twice", what, text::escaped(twice_, 40))};
    const bool is_over = at_ == json_.size();
    return {fmt::format("{} is not valid JSON: {}: {}; expected {}", what, place(),
                        is_over ? "the text ends" : text::quoted(text::symbol_at(json_, at_)) + " found", expected_),
            text::symbols_before(json_, at_)};
  }

 private:
  // An array or object that is not closed.
  struct Open {
    JsonValue* value;
    std::size_t begin;
    JsonValue* last = nullptr;  // of its values so far
  };

  bool expected(const char* what) {
    expected_ = what;
    return false;
  }

  bool accept(char c) {
    if (at_ == json_.size() || json_[at_] != c) return false;
    ++at_;
    return true;
  }

  // "character 5" of a JSON in one line, or "line 2, character 5".
  std::string place() const {
    const std::string_view before = json_.substr(0, at_);
    const std::size_t begin = before.rfind('\n') + 1;  // of the line; npos + 1 is 0
    std::string in_line = fmt::format("character {}", text::symbols_before(json_.substr(begin), at_ - begin) + 1);
    if (json_.find('\n') == std::string_view::npos) return in_line;
    return fmt::format("line {}, {}", std::count(before.begin(), before.end(), '\n') + 1, in_line);
  }

  void skip_blanks() { at_ = std::min(json_.find_first_not_of(" \t\r\n", at_), json_.size()); }

  std::string_view from(std::size_t begin) const { return json_.substr(begin, at_ - begin); }

  // A new value where one is due, in the array or object that is open.
  JsonValue& add() {
    skip_blanks();
    JsonValue& value = values_.emplace_back();
    value.key_ = key_;
    key_ = {};
    if (open_.empty()) return value;
    Open& in = open_.back();
    ++in.value->size_;
    (in.last == nullptr ? in.value->first_ : in.last->next_) = &value;
    in.last = &value;
    return value;
  }

  // The array or object that is open ends here. The members of an object come in the order of their names.
  bool close() {
    JsonValue& value = *open_.back().value;
    value.text_ = from(open_.back().begin);
    open_.pop_back();
    if (!value.is_object()) return true;
    members_.clear();
    for (JsonValue* member = value.first_; member != nullptr; member = member->next_) members_.push_back(member);
    std::sort(members_.begin(), members_.end(),
              [](const JsonValue* a, const JsonValue* b) { return a->key() < b->key(); });
    JsonValue* next = nullptr;
    for (auto member = members_.rbegin(); member != members_.rend(); ++member) {
      if (next != nullptr && next->key() == (*member)->key()) {
        twice_ = next->key();
        return false;
      }
      (*member)->next_ = next;
      next = *member;
    }
    value.first_ = next;
    return true;
  }

  // The name of a member, and the colon behind it.
  bool key(const char* due) {
    skip_blanks();
    if (at_ == json_.size() || json_[at_] != '"') return expected(due);
    if (!characters(key_)) return false;
    skip_blanks();
    return accept(':') || expected("':'");
  }

  bool scalar(JsonValue& value, const char* due) {
    const std::size_t begin = at_;
    const char first = at_ < json_.size() ? json_[at_] : '\0';
    if (first == '"') {
      value.kind_ = JsonValue::Kind::text;
      return characters(value.text_);
    }
    if (first == '-' || text::is_digit(first)) {
      value.kind_ = JsonValue::Kind::number;
      if (!number()) return false;
      value.text_ = from(begin);
      return true;
    }
    for (const std::string_view word : {"null", "true", "false"}) {
      if (!json_.substr(at_).starts_with(word)) continue;
      at_ += word.size();
      value.kind_ = word == "null" ? JsonValue::Kind::null : JsonValue::Kind::boolean;
      value.text_ = from(begin);
      return true;
    }
    return expected(due);
  }

  bool digits() {
    const std::size_t begin = at_;
    while (at_ < json_.size() && text::is_digit(json_[at_])) ++at_;
    return at_ > begin || expected("a digit");
  }

  bool number() {
    accept('-');
    if (!accept('0') && !digits()) return false;
    if (accept('.') && !digits()) return false;
    if (!accept('e') && !accept('E')) return true;
    if (!accept('+')) accept('-');
    return digits();
  }

  // The characters of a text, from one quotation mark to the other.
  bool characters(std::string_view& read) {
    const std::size_t begin = characters_.size();
    for (++at_; !accept('"');) {
      if (at_ == json_.size()) return expected("'\"'");
      if (accept('\\')) {
        if (!escape()) return false;
        continue;
      }
      const std::string_view symbol = text::symbol_at(json_, at_);
      if (!may_be_in_text(symbol)) return expected("UTF-8 without control characters, or '\"'");
      for (const char c : symbol) characters_.push_back(c);
      at_ += symbol.size();
    }
    read = {characters_.data() + begin, characters_.size() - begin};
    return true;
  }

  // What stands behind a backslash.
  bool escape() {
    constexpr std::string_view kLetters = "\"\\/bfnrt";
    constexpr std::string_view kMeant = "\"\\/\b\f\n\r\t";
    if (accept('u')) return escaped_code();
    const std::size_t which = at_ < json_.size() ? kLetters.find(json_[at_]) : std::string_view::npos;
    if (which == std::string_view::npos) return expected("one of \" \\ / b f n r t u");
    characters_.push_back(kMeant[which]);
    ++at_;
    return true;
  }

  // A unit of UTF-16 in hexadecimal digits, or two of them, each half of a character.
  bool escaped_code() {
    constexpr const char* kHalves = "a character in halves to be \\uD800 to \\uDBFF, and then \\uDC00 to \\uDFFF";
    const auto is_half = [](char32_t code, char32_t first) { return code >= first && code < first + 0x400; };
    char32_t code = 0;
    char32_t second = 0;
    if (!unit(code)) return false;
    if (is_half(code, 0xDC00)) return expected(kHalves);
    if (is_half(code, 0xD800)) {
      if (!accept('\\') || !accept('u')) return expected(kHalves);
      if (!unit(second)) return false;
      if (!is_half(second, 0xDC00)) return expected(kHalves);
      code = 0x10000 + ((code - 0xD800) << 10) + (second - 0xDC00);
    }
    const auto put = [this](char32_t byte) { characters_.push_back(static_cast<char>(byte)); };
    const int more = code < 0x80 ? 0 : code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;  // bytes behind the first
    constexpr std::array<char32_t, 4> kLeads{0x00, 0xC0, 0xE0, 0xF0};
    put(kLeads[static_cast<std::size_t>(more)] | code >> (6 * more));
    for (int i = more; i-- > 0;) put(0x80 | (code >> (6 * i) & 0x3F));
    return true;
  }

  // Four hexadecimal digits.
  bool unit(char32_t& code) {
    for (int i = 0; i < 4; ++i, ++at_) {
      const std::size_t digit = at_ < json_.size()
                                    ? std::string_view("0123456789ABCDEF").find(text::to_upper(json_[at_]))
                                    : std::string_view::npos;
      if (digit == std::string_view::npos) return expected("a hexadecimal digit");
      code = code << 4 | static_cast<char32_t>(digit);
    }
    return true;
  }

  std::vector<char>& characters_;
  std::vector<JsonValue>& values_;
  std::string_view json_;
  std::size_t at_ = 0;
  std::string_view key_;  // of the next value
  std::vector<Open> open_;
  std::vector<JsonValue*> members_;  // of an object, while they are sorted
  const char* expected_ = nullptr;   // instead of what stands there
  std::string_view twice_;           // the name of two members
};

Expected<JsonDocument> JsonDocument::parse(std::string_view json, std::string_view what) {
  Expected<JsonDocument> document{JsonDocument()};
  Parser parser(*document, json);
  if (!parser.read()) return tl::unexpected<Error>(parser.error(what));
  return document;
}

std::optional<std::uint64_t> JsonValue::whole() const {
  std::uint64_t number = 0;
  if (!is_number()) return std::nullopt;
  const auto [end, error] = std::from_chars(text_.data(), text_.data() + text_.size(), number);
  return error == std::errc() && end == text_.data() + text_.size() ? std::optional(number) : std::nullopt;
}

double JsonValue::number() const {
  std::string digits(text_);
  // strtod() expects the decimal point of the locale.
  if (const std::size_t point = digits.find('.'); point != std::string::npos)
    digits.replace(point, 1, std::localeconv()->decimal_point);
  return std::strtod(digits.c_str(), nullptr);
}

const JsonValue* JsonValue::find(std::string_view name) const {
  if (!is_object()) return nullptr;
  const auto found = std::find_if(begin(), end(), [&](const JsonValue& member) { return member.key() == name; });
  return found == end() ? nullptr : &*found;
}

}  // namespace superflip
