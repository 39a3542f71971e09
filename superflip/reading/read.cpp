#include "superflip/reading/read.h"

#include <fmt/format.h>

#include <exception>
#include <utility>

#include "superflip/base/text.h"
#include "superflip/cube/space.h"
#include "superflip/reading/detail/examination.h"
#include "superflip/reading/detail/face_names.h"
#include "superflip/reading/detail/plain_moves.h"
#include "superflip/reading/facelets.h"
#include "superflip/reading/incomplete.h"
#include "superflip/reading/pocket.h"

namespace superflip {
namespace {

tl::unexpected<Diagnosis> refused(std::string message) {
  return tl::unexpected<Diagnosis>(unreadable({std::move(message), {}}));
}

// Why a text is refused before it is read; empty if it is not.
std::string refusal(std::string_view text, const Accept& accept) {
  if (text.size() > accept.max_bytes)
    return fmt::format("the text is longer than {}, which no cube needs", text::counted(accept.max_bytes, "byte"));
  if (accept.formats.size() == 1 || !text::trimmed(text).empty()) return "";
  return accept.formats.has(Format::moves)
             ? "there is no cube: the text is empty (in the format moves it is the solved cube)"
             : "there is no cube: the text is empty";
}

tl::expected<Reading, Diagnosis> read_pocket_or_throw(std::string_view text, const Accept& accept) {
  if (std::string why = refusal(text, accept); !why.empty()) return refused(std::move(why));
  ReadOptions options{.niss = accept.niss, .listed = accept.listed};
  for (int f = 0; f < kFormats; ++f)
    if (accept.formats == Formats{Format(f)}) options.from = Format(f);
  auto [d, format] = examine_pocket(text, options);
  if (!accept.formats.has(format)) return tl::unexpected<Diagnosis>(not_accepted(format, accept.formats));
  if (!d.cube) return tl::unexpected<Diagnosis>(std::move(d));
  return Reading{*d.cube, Symmetry{}, format, std::move(d.notes), *d.cube};
}

tl::expected<Reading, Diagnosis> reading_of(Examined&& examined, const Accept& accept) {
  auto& [d, format] = examined;
  if (d.held != 0) d.notes.emplace_back(d.cube ? accept.if_held : kTurnedBack);
  if (!d.cube) return tl::unexpected<Diagnosis>(std::move(d));
  const Cube in_space = d.in_space.value_or(*d.cube * kSymmetryCubes[d.held]);
  return Reading{*d.cube, d.held, format, std::move(d.notes), in_space, {}, false, std::move(d.others)};
}

// An incomplete cube with one choice left is a cube.
tl::expected<Reading, Diagnosis> read_what_is_known(std::string_view text, const Accept& accept) {
  Expected<Incomplete> found = read_incomplete(text, accept.listed);
  if (!found) {
    Diagnosis d;
    d.kind = found.error().kind;
    d.problems.push_back(std::move(found.error().message) +
                         "; with unknown stickers, name the order if it is not U R F D L B");
    return tl::unexpected<Diagnosis>(std::move(d));
  }
  Reading reading{Completions(found->pattern).first(), found->held, Format::facelets, std::move(found->notes)};
  if (found->held != 0) reading.notes.emplace_back(accept.if_held);
  if (found->count == 1)
    reading.notes.emplace_back("only one cube fits the known stickers");
  else
    reading.known = found->pattern;
  reading.in_space = reading.cube * kSymmetryCubes[reading.held];
  reading.is_holding_open = found->is_holding_open;
  return reading;
}

// The texts of long lists, at once: 54 letters, and scrambles.
std::optional<Reading> read_plain(std::string_view text, const Accept& accept) noexcept {
  if (!accept.listed.is_usual() || text.size() > accept.max_bytes) return std::nullopt;
  if (accept.formats.has(Format::facelets))
    if (const auto cube = plain_facelets(text)) return Reading{*cube, Symmetry{}, Format::facelets, {}, *cube};
  if (accept.formats.has(Format::moves))
    if (const auto plain = PlainMoves::of(text)) {
      const Cube in_space = apply(kSolved, plain->moves(), Symmetry{}, Centres::turned);
      return Reading{with_unturned_centres(in_space), Symmetry{}, Format::moves, {}, in_space};
    }
  return std::nullopt;
}

// What the body reads. Only std::bad_alloc can be thrown. The answer to it must not allocate.
template <class Body>
tl::expected<Reading, Diagnosis> or_out_of_memory(const Body& body) noexcept {
  try {
    return body();
  } catch (const std::exception&) {
    Diagnosis d;
    d.kind = ErrorKind::out_of_memory;
    return tl::unexpected<Diagnosis>(std::move(d));
  }
}

}  // namespace

std::optional<Reading> read_usual(std::string_view text, const Accept& accept) {
  if (!refusal(text, accept).empty()) return std::nullopt;
  auto examined = examine_usual(text, accept.formats, {.niss = accept.niss, .listed = accept.listed});
  if (!examined) return std::nullopt;
  return *reading_of(*std::move(examined), accept);
}

tl::expected<Reading, Diagnosis> read(std::string_view text, const Accept& accept) noexcept {
  if (auto plain = read_plain(text, accept)) return *std::move(plain);
  return or_out_of_memory([&]() -> tl::expected<Reading, Diagnosis> {
    if (accept.incomplete && accept.formats.has(Format::facelets) && text.size() <= accept.max_bytes) {
      if (is_incomplete(text)) return read_what_is_known(text, accept);
      if (text.find('?') != std::string_view::npos)
        if (const auto faces = facelets_of_named_faces(text, kFacelets / kFaces);
            faces && is_incomplete(faces->facelets)) {
          Accept by_names = accept;
          by_names.listed = listed_by_names(*faces, accept.listed);
          return read_what_is_known(faces->facelets, by_names);
        }
    }
    if (std::string why = refusal(text, accept); !why.empty()) return refused(std::move(why));
    return reading_of(examine(text, accept.formats, {.niss = accept.niss, .listed = accept.listed}), accept);
  });
}

tl::expected<Reading, Diagnosis> read_pocket(std::string_view text, const Accept& accept) noexcept {
  return or_out_of_memory([&] { return read_pocket_or_throw(text, accept); });
}

Completions completions_of(const Reading& reading) {
  return Completions(reading.known ? *reading.known : Pattern::of(reading.cube));
}

Diagnosis diagnosis_of(Reading reading) {
  Diagnosis d;
  d.cube = reading.cube;
  d.held = reading.held;
  d.notes = std::move(reading.notes);
  d.others = std::move(reading.others);
  return d;
}

Cube position_of(const Reading& reading, Centres centres) {
  if (centres == Centres::turned) return reading.in_space;
  return apply(reading.cube, {}, reading.held, centres);
}

void put_in_space(Reading& reading, Centres centres) {
  if (centres == Centres::fixed) return;
  reading.cube = position_of(reading, centres);
  if (reading.known) reading.known = *reading.known * kSymmetryCubes[reading.held];
  reading.held = Symmetry{};
  if (centres == Centres::turned && reading.format != Format::moves)
    reading.notes.emplace_back(reading.known
                                   ? "this does not show how the centres are turned; they may be turned in any way"
                                   : "this does not show how the centres are turned; they are taken as not turned");
}

}  // namespace superflip
