// JSON that is read: a text becomes a document, whose values are looked at. json.h writes JSON.
//
// All values of a document lie in one list, and all characters in another. Both have their full size before the first
// value is read, so that values can refer to each other, and nothing depends on how deep they nest: neither reading nor
// destroying recurses. Destroying a document asks for no memory, unlike that of nlohmann's library, which ends the
// process when memory is short.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string_view>
#include <vector>

#include "superflip/base/api.h"
#include "superflip/base/error.h"

namespace SUPERFLIP_API superflip {

// A value of a document, valid as long as that is.
class JsonValue {
 public:
  enum class Kind : std::uint8_t { null, boolean, number, text, array, object };

  Kind kind() const { return kind_; }
  bool is_number() const { return kind_ == Kind::number; }
  bool is_text() const { return kind_ == Kind::text; }
  bool is_array() const { return kind_ == Kind::array; }
  bool is_object() const { return kind_ == Kind::object; }

  // The characters of a text, in UTF-8; of every other value its JSON, as it was written.
  std::string_view text() const { return text_; }
  // The name of a member of an object; empty for other values.
  std::string_view key() const { return key_; }

  // A number that is written in digits alone and is less than 2^64; nothing for every other value.
  std::optional<std::uint64_t> whole() const;
  // The nearest double of a number, which may be infinite. Precondition: is_number().
  double number() const;

  // The values of an array in their order, or the members of an object in the order of their names, byte by byte.
  // Other values have none.
  class Iterator {
   public:
    using iterator_category = std::forward_iterator_tag;
    using value_type = JsonValue;
    using difference_type = std::ptrdiff_t;
    using pointer = const JsonValue*;
    using reference = const JsonValue&;

    Iterator() = default;
    explicit Iterator(pointer at) : at_(at) {}
    reference operator*() const { return *at_; }
    pointer operator->() const { return at_; }
    Iterator& operator++() {
      at_ = at_->next_;
      return *this;
    }
    Iterator operator++(int) {
      const Iterator before = *this;
      ++*this;
      return before;
    }
    friend bool operator==(const Iterator&, const Iterator&) = default;

   private:
    pointer at_ = nullptr;
  };
  Iterator begin() const { return Iterator(first_); }
  Iterator end() const { return Iterator(); }
  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  // Precondition: !empty().
  const JsonValue& front() const { return *first_; }

  // The member of an object with that name; nullptr if there is none, and for every other value.
  const JsonValue* find(std::string_view name) const;
  bool contains(std::string_view name) const { return find(name) != nullptr; }

 private:
  friend class JsonDocument;

  Kind kind_ = Kind::null;
  std::uint32_t size_ = 0;
  std::string_view key_;
  std::string_view text_;
  JsonValue* first_ = nullptr;  // of its values or members
  JsonValue* next_ = nullptr;   // of the array or object that it is in
};

class JsonDocument {
 public:
  // Reads one value (RFC 8259), with blanks around it and perhaps a byte order mark before it. `what` is the beginning
  // of the sentence when it fails, such as "the description of the robot". Errors: unreadable, with the position of
  // what is not JSON, which the sentence counts in its line where there are several; without one for an object that has
  // two members of one name.
  static Expected<JsonDocument> parse(std::string_view json, std::string_view what);

  JsonDocument(JsonDocument&&) = default;
  JsonDocument& operator=(JsonDocument&&) = default;

  const JsonValue& value() const { return values_.front(); }

 private:
  class Parser;

  JsonDocument() = default;

  std::vector<char> characters_;  // of the JSON, and behind them those of all texts
  std::vector<JsonValue> values_;
};

}  // namespace superflip
