#include "superflip/reading/read.h"

#include <fmt/format.h>

#include <exception>
#include <utility>

#include "superflip/base/text.h"

namespace superflip {
namespace {

tl::unexpected<Diagnosis> refused(std::string message) {
  return tl::unexpected<Diagnosis>(unreadable({std::move(message), {}}));
}

tl::expected<Reading, Diagnosis> read_or_throw(std::string_view text, const Accept& accept) {
  if (text.size() > accept.max_bytes)
    return refused(
        fmt::format("the text is longer than {}, which no cube needs", text::counted(accept.max_bytes, "byte")));
  if (accept.formats.size() > 1 && text::trimmed(text).empty()) {
    return refused(accept.formats.has(Format::moves)
                       ? "there is no cube: the text is empty (in the format moves it is the solved cube)"
                       : "there is no cube: the text is empty");
  }
  auto [d, format] = examine(text, accept.formats, accept.niss);
  if (d.held != 0) d.notes.emplace_back(d.cube ? accept.if_held : kTurnedBack);
  if (!d.cube) return tl::unexpected<Diagnosis>(std::move(d));
  const Cube in_space = d.in_space.value_or(*d.cube * kSymmetryCubes[d.held]);
  return Reading{*d.cube, d.held, format, std::move(d.notes), in_space};
}

}  // namespace

// Only std::bad_alloc can be thrown here. The answer to it must not allocate.
tl::expected<Reading, Diagnosis> read(std::string_view text, const Accept& accept) noexcept {
  try {
    return read_or_throw(text, accept);
  } catch (const std::exception&) {
    Diagnosis d;
    d.kind = ErrorKind::out_of_memory;
    return tl::unexpected<Diagnosis>(std::move(d));
  }
}

Cube position_of(const Reading& reading, Centres centres) {
  if (centres == Centres::turned) return reading.in_space;
  return apply(reading.cube, {}, reading.held, centres);
}

}  // namespace superflip
