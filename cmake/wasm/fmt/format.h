// What this library uses of fmt, for WebAssembly: a page downloads the code, and fmt's own is a tenth of a module.
//
// Replacement fields are {}, and for whole numbers {:x}, {:X} with #, 0 and a width, as fmt has them. Values are texts,
// characters, truths, whole numbers, and joined ranges of these; any other does not compile. A wrong format ends the
// program, which the tests of other systems exclude: there fmt itself checks all formats when it compiles.
#pragma once

#include <concepts>
#include <cstdlib>
#include <iterator>
#include <string>
#include <string_view>
#include <type_traits>

namespace fmt {
namespace detail {

struct Spec {
  bool has_prefix = false;
  bool has_zeros = false;
  unsigned width = 0;
  char type = 'd';
};

[[gnu::noinline]] inline void write_number(std::string& to, unsigned long long magnitude, bool is_negative, Spec spec) {
  const unsigned base = spec.type == 'd' ? 10 : 16;
  const char* const digits = spec.type == 'X' ? "0123456789ABCDEF" : "0123456789abcdef";
  std::string number;
  do number.insert(number.begin(), digits[magnitude % base]);
  while ((magnitude /= base) != 0);
  std::string sign = is_negative ? "-" : "";
  if (spec.has_prefix && base == 16) sign += spec.type == 'X' ? "0X" : "0x";
  const std::size_t size = sign.size() + number.size();
  const std::size_t missing = spec.width > size ? spec.width - size : 0;
  if (!spec.has_zeros) to.append(missing, ' ');
  to += sign;
  if (spec.has_zeros) to.append(missing, '0');
  to += number;
}

template <class It>
struct Joined {
  It begin, end;
  std::string_view between;
};

template <class T>
void write(std::string& to, const T& value, Spec spec) {
  if constexpr (std::is_convertible_v<const T&, std::string_view>) {
    to += std::string_view(value);
  } else if constexpr (std::is_same_v<T, char>) {
    to += value;
  } else if constexpr (std::is_same_v<T, bool>) {
    to += value ? "true" : "false";
  } else if constexpr (std::is_integral_v<T>) {
    static_assert(sizeof(T) <= sizeof(unsigned long long));
    const auto bits = static_cast<unsigned long long>(value);
    write_number(to, value < 0 ? 0 - bits : bits, value < 0, spec);
  } else {  // Joined
    for (auto it = value.begin; it != value.end; ++it) {
      if (it != value.begin) to += value.between;
      write(to, *it, spec);
    }
  }
}

struct Value {
  const void* at;
  void (*write)(std::string& to, const void* at, Spec spec);
};

template <class T>
void write_at(std::string& to, const void* at, Spec spec) {
  write(to, *static_cast<const T*>(at), spec);
}

// The values end with one that is empty.
[[gnu::noinline]] inline std::string format(std::string_view text, const Value* value) {
  std::string to;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c != '{' && c != '}') {
      to += c;
      continue;
    }
    if (i + 1 == text.size()) std::abort();
    if (text[++i] == c) {  // {{ and }}
      to += c;
      continue;
    }
    if (c == '}' || value->write == nullptr) std::abort();
    Spec spec;
    if (text[i] == ':') {
      for (++i; i < text.size() && text[i] != '}'; ++i) {
        const char mark = text[i];
        if (mark == '#') {
          spec.has_prefix = true;
        } else if (mark == 'x' || mark == 'X') {
          spec.type = mark;
        } else if (mark == '0' && spec.width == 0) {
          spec.has_zeros = true;
        } else if (mark >= '0' && mark <= '9') {
          spec.width = 10 * spec.width + static_cast<unsigned>(mark - '0');
        } else {
          std::abort();
        }
      }
    }
    if (i == text.size() || text[i] != '}') std::abort();
    value->write(to, value->at, spec);
    ++value;
  }
  return to;
}

}  // namespace detail

template <class It>
detail::Joined<It> join(It begin, It end, std::string_view between) {
  return {begin, end, between};
}
template <class Range>
auto join(const Range& range, std::string_view between) {
  return join(std::begin(range), std::end(range), between);
}

template <class... T>
std::string format(std::string_view text, const T&... values) {
  const detail::Value list[] = {{&values, &detail::write_at<T>}..., {nullptr, nullptr}};
  return detail::format(text, list);
}

}  // namespace fmt
