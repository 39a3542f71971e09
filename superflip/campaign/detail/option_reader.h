// Reads the options of a kind (kind.h). The first mistake is kept, so that all of them can be read in a row.
#pragma once

#include <fmt/format.h>

#include <charconv>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "superflip/base/error.h"
#include "superflip/base/text.h"
#include "superflip/campaign/kind.h"

namespace superflip::detail {

class OptionReader {
 public:
  explicit OptionReader(const KindOptions& options) : options_(options) {}

  bool has(const std::string& name) const { return options_.contains(name); }

  // A whole number; the first mistake is kept.
  std::uint64_t number(const std::string& name, std::uint64_t least, std::uint64_t most, std::uint64_t otherwise) {
    const auto given = options_.find(name);
    if (given == options_.end()) return otherwise;
    const std::string& text = given->second;
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size() || value < least || value > most)
      refuse(name, fmt::format("'{}' is not a whole number from {} to {}", text::escaped(text), least, most));
    return value;
  }

  template <class Parse, class Value>
  void parsed(const std::string& name, const Parse& parse, Value& value) {
    const auto given = options_.find(name);
    if (given == options_.end()) return;
    auto parsed = parse(given->second);
    if (parsed)
      value = *std::move(parsed);
    else
      refuse(name, parsed.error().message);
  }

  void refuse(const std::string& name, const std::string& why) {
    if (!error_) error_ = Error{fmt::format("{}: {}", name, why), {}, ErrorKind::bad_option};
  }
  const std::optional<Error>& error() const { return error_; }

 private:
  const KindOptions& options_;
  std::optional<Error> error_;
};

}  // namespace superflip::detail
