// Names: the values of an enum in words. An enum has one list, in the order of its values, so that the value is the
// index. What a value is called, which value a text names, the sentence about a text that names none, and the choices
// in the description of an interface all follow from that list.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "superflip/base/api.h"
#include "superflip/base/error.h"

namespace SUPERFLIP_API superflip {

// "htm, qtm, stm or atm".
std::string alternatives(std::span<const std::string_view> names);

// "'x' is not a metric: expected htm, qtm, stm or atm", of kind bad_option. `what`: "a metric".
Error unknown_name(std::string_view text, std::string_view what, std::span<const std::string_view> names);

template <class Enum, std::size_t kCount>
struct Names {
  std::string_view what;  // with its article, for sentences: "a metric"
  std::array<std::string_view, kCount> names;

  // The value must be one of the enum.
  constexpr std::string_view operator[](Enum value) const { return names[static_cast<std::size_t>(value)]; }

  // All values, in their order.
  constexpr std::array<Enum, kCount> values() const {
    std::array<Enum, kCount> all{};
    for (std::size_t i = 0; i < kCount; ++i) all[i] = static_cast<Enum>(i);
    return all;
  }

  // What comes from outside may be no value.
  constexpr bool has(Enum value) const { return static_cast<std::size_t>(value) < kCount; }
  constexpr bool has(std::string_view text) const { return std::find(names.begin(), names.end(), text) != names.end(); }

  // The value of exactly that name. Error: unknown_name().
  Expected<Enum> parse(std::string_view text) const {
    const auto found = std::find(names.begin(), names.end(), text);
    if (found == names.end()) return tl::unexpected<Error>(unknown_name(text, what, names));
    return static_cast<Enum>(found - names.begin());
  }
};

// names_of<Metric>("a metric", "htm", "qtm", ...).
template <class Enum, class... Text>
constexpr Names<Enum, sizeof...(Text)> names_of(std::string_view what, Text... names) {
  return {what, {std::string_view(names)...}};
}

// What each value of an enum has, in their order.
template <class Enum, class T, std::size_t kCount>
struct PerValue {
  std::array<T, kCount> values;

  // The value must be one of the enum.
  constexpr const T& operator[](Enum value) const { return values[static_cast<std::size_t>(value)]; }
  constexpr T& operator[](Enum value) { return values[static_cast<std::size_t>(value)]; }
};

// per_value<double>(kMetricNames, 13.35, 9.38, ...). It does not compile where a value of the enum has none.
template <class T, class Enum, std::size_t kCount, class... Values>
constexpr PerValue<Enum, T, kCount> per_value(const Names<Enum, kCount>&, const Values&... values) {
  static_assert(sizeof...(Values) == kCount, "each value of the enum needs one");
  return {{T(values)...}};
}

}  // namespace superflip
