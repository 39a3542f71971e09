// Reading, cubes, moves, and random cubes.
#include <algorithm>

#include "bindings/c/handles.h"

using namespace superflip;
using namespace superflip::c;

static_assert(SF_FORMAT_RANK + 1 == kFormats && SF_FORMAT_MOVES == static_cast<int>(Format::moves) &&
              SF_FORMAT_RANK == static_cast<int>(Format::rank));
static_assert(SF_ATM + 1 == kMetricNames.names.size() && SF_CENTRES_TURNED == static_cast<int>(Centres::turned));

namespace {

sf_status read_as(Puzzle puzzle, const char* text, std::size_t size, unsigned accept, const char* order,
                  const char* holding, sf_reading** reading, sf_error** error) noexcept {
  return giving(reading, error, [&](sf_reading*& out) -> Done {
    const auto given = text_from(text, size);
    if (!given) return wrong(given.error());
    Accept accepted;
    const unsigned formats = accept & ~(SF_ACCEPT_NISS | SF_ACCEPT_INCOMPLETE);
    if (formats >> kFormats != 0) return nonsense("the formats to accept are not valid: expected a sum of SF_ACCEPT()");
    if (formats != SF_ANY_FORMAT) {
      accepted.formats = {};
      for (int f = 0; f < kFormats; ++f)
        if ((formats & SF_ACCEPT(f)) != 0) accepted.formats.add(Format(f));
    }
    accepted.niss = (accept & SF_ACCEPT_NISS) != 0 ? Niss::on : Niss::off;
    accepted.incomplete = (accept & SF_ACCEPT_INCOMPLETE) != 0;
    if (order != nullptr) {
      const auto listed = parse_layout(order);
      if (!listed) return wrong(listed.error());
      accepted.listed.order = *listed;
    }
    if (holding != nullptr) {
      const auto held = parse_holding(holding);
      if (!held) return wrong(held.error());
      accepted.listed.held = *held;
    }
    auto result = read(puzzle, *given, accepted);
    if (!result) return wrong(std::move(result.error()));
    out = fresh<sf_reading>(*std::move(result), puzzle);
    return {};
  });
}

// Writes a text of a known length and its end.
sf_status write_letters(const sf_cube* cube, char* text, std::string (*letters)(const Cube&)) noexcept {
  return doing(nullptr, [&]() -> Done {
    if (text == nullptr) return nonsense("");
    *text = '\0';
    const auto given = cube_from(cube);
    if (!given) return wrong(given.error());
    const std::string written = letters(*given);
    std::memcpy(text, written.c_str(), written.size() + 1);
    return {};
  });
}

Expected<Packing> packing_from(sf_format format) {
  if (is_enum(format, kFormatNames))
    if (const auto packing = packing_of(Format(format))) return *packing;
  return fail(ErrorKind::bad_option, "only the formats packed69, packed71 and rank are numbers");
}

tl::unexpected<sf_error> no_rank() {
  return wrong(Error{"only a cube that face turns lead to has a rank", {}, ErrorKind::impossible});
}

Expected<Completions> completions_from(const sf_reading* reading) {
  if (reading == nullptr) return fail(ErrorKind::bad_option, "there is no reading: the pointer is NULL");
  if (reading->puzzle != Puzzle::cube) return fail(ErrorKind::bad_option, "incomplete cubes are for the 3x3x3");
  return completions_of(reading->reading);
}

Done give_moves(Moves moves, Symmetry rotation, sf_moves*& out) {
  out = fresh<sf_moves>(std::move(moves), rotation);
  return {};
}

}  // namespace

namespace superflip::c {

Expected<Cube> cube_from(const sf_cube* from) {
  if (from == nullptr) return fail(ErrorKind::bad_option, "there is no cube: the pointer is NULL");
  const Cube cube = raw_cube(*from);
  if (first_bad_row(repeated(cube, 1)))
    return fail(ErrorKind::unreadable,
                "these bytes are no cube: expected each of the 8 corners, 12 edges and 6 "
                "centres exactly once, and orientations in their range");
  return cube;
}

}  // namespace superflip::c

sf_moves::sf_moves(Moves moves, Symmetry after)
    : turns(std::move(moves)), rotation(after), text(to_string(std::span<const Move>(turns))) {
  const Moves normal = normalise(turns);
  for (const Metric metric : kMetricNames.values())
    length[static_cast<int>(metric)] = superflip::length(counts_face_turns(metric) ? turns : normal, metric);
}

const char* sf_format_name(sf_format format) noexcept {
  return is_enum(format, kFormatNames) ? name(Format(format)).data() : nullptr;
}

sf_status sf_read(const char* text, size_t size, unsigned accept, sf_reading** reading, sf_error** error) noexcept {
  return read_as(Puzzle::cube, text, size, accept, nullptr, nullptr, reading, error);
}
sf_status sf_read_pocket(const char* text, size_t size, unsigned accept, sf_reading** reading,
                         sf_error** error) noexcept {
  return read_as(Puzzle::pocket, text, size, accept, nullptr, nullptr, reading, error);
}
sf_status sf_read_listed(const char* text, size_t size, unsigned accept, const char* order, const char* holding,
                         sf_reading** reading, sf_error** error) noexcept {
  return read_as(Puzzle::cube, text, size, accept, order, holding, reading, error);
}

sf_status sf_reading_cube(const sf_reading* reading, sf_cube* cube) noexcept {
  if (reading == nullptr || cube == nullptr) return SF_BAD_OPTION;
  put_cube(reading->reading.cube, cube);
  return SF_OK;
}
int sf_reading_is_incomplete(const sf_reading* reading) noexcept {
  return reading != nullptr && reading->reading.known ? 1 : 0;
}
sf_status sf_reading_completions(const sf_reading* reading, sf_cube_visitor visit, void* user,
                                 sf_error** error) noexcept {
  return doing(error, [&]() -> Done {
    if (visit == nullptr) return nonsense("there is nobody to hear of the cubes: the pointer is NULL");
    const auto cubes = completions_from(reading);
    if (!cubes) return wrong(cubes.error());
    cubes->visit([&](const Cube& cube) {
      sf_cube given;
      put_cube(cube, &given);
      return visit(&given, user) == 0;
    });
    return {};
  });
}
sf_status sf_reading_completion_count(const sf_reading* reading, uint64_t* count, sf_error** error) noexcept {
  return doing(error, [&]() -> Done {
    if (count == nullptr) return nonsense("there is no place for the number: the pointer is NULL");
    *count = 0;
    const auto cubes = completions_from(reading);
    if (!cubes) return wrong(cubes.error());
    *count = static_cast<std::uint64_t>(std::min(cubes->count(), Uint128{UINT64_MAX}));
    return {};
  });
}
int sf_reading_held(const sf_reading* reading) noexcept {
  return reading != nullptr ? static_cast<int>(reading->reading.held) : -1;
}
sf_format sf_reading_format(const sf_reading* reading) noexcept {
  return reading != nullptr ? static_cast<sf_format>(reading->reading.format) : -1;
}
size_t sf_reading_note_count(const sf_reading* reading) noexcept {
  return reading != nullptr ? reading->reading.notes.size() : 0;
}
const char* sf_reading_note(const sf_reading* reading, size_t i) noexcept {
  return i < sf_reading_note_count(reading) ? reading->reading.notes[i].c_str() : nullptr;
}
size_t sf_reading_other_count(const sf_reading* reading) noexcept {
  return reading != nullptr ? reading->reading.others.size() : 0;
}
const char* sf_reading_other_layout(const sf_reading* reading, size_t i) noexcept {
  return i < sf_reading_other_count(reading) ? reading->reading.others[i].layout.c_str() : nullptr;
}
sf_status sf_reading_other_cube(const sf_reading* reading, size_t i, sf_cube* cube) noexcept {
  if (i >= sf_reading_other_count(reading) || cube == nullptr) return SF_BAD_OPTION;
  put_cube(reading->reading.others[i].cube, cube);
  return SF_OK;
}
int sf_reading_other_held(const sf_reading* reading, size_t i) noexcept {
  return i < sf_reading_other_count(reading) ? static_cast<int>(reading->reading.others[i].held) : -1;
}
void sf_reading_free(sf_reading* reading) noexcept { delete reading; }

sf_cube sf_cube_solved(void) noexcept {
  sf_cube solved;
  put_cube(kSolved, &solved);
  return solved;
}

sf_status sf_cube_check(const sf_cube* cube, sf_error** error) noexcept {
  return doing(error, [&]() -> Done {
    const auto given = cube_from(cube);
    if (!given) return wrong(given.error());
    if (is_reachable(*given)) return {};
    Diagnosis d = diagnose(take_apart(*given));
    if (!d.cube) return wrong(std::move(d));
    return wrong(Error{"the centres of this cube are moved or turned, which turns of faces alone do not do",
                       {},
                       ErrorKind::impossible});
  });
}

sf_status sf_cube_write(const sf_cube* cube, sf_format format, char** text, sf_error** error) noexcept {
  return giving(text, error, [&](char*& out) -> Done {
    const auto given = cube_from(cube);
    if (!given) return wrong(given.error());
    if (!is_enum(format, kFormatNames)) return nonsense("this is not a format");
    if (format == SF_FORMAT_MOVES) return nonsense("moves that make a cube come from a search: see sf_engine_word_to");
    if (format == SF_FORMAT_RANK && !is_reachable(*given)) return no_rank();
    out = copy_text(format_cube(*given, Format(format)));
    return {};
  });
}

sf_status sf_cube_facelets(const sf_cube* cube, char text[SF_FACELETS_SIZE]) noexcept {
  return write_letters(cube, text, to_facelets);
}
sf_status sf_cube_pocket_facelets(const sf_cube* cube, char text[SF_POCKET_FACELETS_SIZE]) noexcept {
  return write_letters(cube, text, to_pocket_facelets);
}

sf_status sf_cube_pack(const sf_cube* cube, sf_format format, uint64_t* high, uint64_t* low,
                       sf_error** error) noexcept {
  return doing(error, [&]() -> Done {
    if (high == nullptr || low == nullptr) return nonsense("there is no place for the number: a pointer is NULL");
    *high = *low = 0;
    const auto given = cube_from(cube);
    if (!given) return wrong(given.error());
    const auto packing = packing_from(format);
    if (!packing) return wrong(packing.error());
    if (*packing == Packing::rank && !is_reachable(*given)) return no_rank();
    const Uint128 number = pack(*given, *packing);
    *high = static_cast<std::uint64_t>(number >> 64);
    *low = static_cast<std::uint64_t>(number);
    return {};
  });
}

sf_status sf_cube_unpack(sf_format format, uint64_t high, uint64_t low, sf_cube* cube, sf_error** error) noexcept {
  return doing(error, [&]() -> Done {
    if (cube == nullptr) return nonsense("there is no place for the cube: the pointer is NULL");
    const auto packing = packing_from(format);
    if (!packing) return wrong(packing.error());
    const auto unpacked = unpack(Uint128{high} << 64 | low, *packing);
    if (!unpacked) return wrong(unpacked.error());
    put_cube(*unpacked, cube);
    return {};
  });
}

sf_status sf_moves_parse(const char* text, size_t size, sf_moves** moves, sf_error** error) noexcept {
  return giving(moves, error, [&](sf_moves*& out) -> Done {
    const auto given = text_from(text, size);
    if (!given) return wrong(given.error());
    auto algorithm = parse_algorithm(*given);
    if (!algorithm) return wrong(std::move(algorithm.error()));
    return give_moves(std::move(algorithm->moves), algorithm->rotation, out);
  });
}

sf_status sf_moves_create(const uint8_t* turns, size_t count, sf_moves** moves, sf_error** error) noexcept {
  return giving(moves, error, [&](sf_moves*& out) -> Done {
    if (turns == nullptr && count > 0) return nonsense("there are no moves: the pointer is NULL");
    Moves word;
    for (std::size_t i = 0; i < count; ++i) {
      if (turns[i] >= kMoves)
        return nonsense("move " + std::to_string(i) + " is " + std::to_string(turns[i]) + ": expected 0..17");
      word.emplace_back(turns[i]);
    }
    return give_moves(std::move(word), {}, out);
  });
}

sf_status sf_moves_inverse(const sf_moves* moves, sf_moves** undone, sf_error** error) noexcept {
  return giving(undone, error, [&](sf_moves*& out) -> Done {
    if (moves == nullptr) return nonsense("there are no moves: the pointer is NULL");
    Algorithm back = inverse(Algorithm{moves->turns, {}, moves->rotation});
    return give_moves(std::move(back.moves), back.rotation, out);
  });
}

sf_status sf_moves_normalise(const sf_moves* moves, sf_moves** normal, sf_error** error) noexcept {
  return giving(normal, error, [&](sf_moves*& out) -> Done {
    if (moves == nullptr) return nonsense("there are no moves: the pointer is NULL");
    return give_moves(normalise(moves->turns), moves->rotation, out);
  });
}

const char* sf_moves_text(const sf_moves* moves) noexcept { return moves != nullptr ? moves->text.c_str() : nullptr; }
size_t sf_moves_count(const sf_moves* moves) noexcept { return moves != nullptr ? moves->turns.size() : 0; }
const uint8_t* sf_moves_turns(const sf_moves* moves) noexcept {
  return moves != nullptr ? reinterpret_cast<const uint8_t*>(moves->turns.data()) : nullptr;
}
int sf_moves_length(const sf_moves* moves, sf_metric metric) noexcept {
  return moves != nullptr && is_enum(metric, kMetricNames) ? moves->length[metric] : -1;
}
int sf_moves_rotation(const sf_moves* moves) noexcept {
  return moves != nullptr ? static_cast<int>(moves->rotation) : -1;
}
void sf_moves_free(sf_moves* moves) noexcept { delete moves; }

sf_random* sf_random_create(uint64_t seed) noexcept { return make<sf_random>(Random(seed)); }
sf_random* sf_random_create_unseeded(void) noexcept {
  try {
    return fresh<sf_random>(Random::from_entropy());
  } catch (...) {
    return nullptr;
  }
}
sf_status sf_random_cube(sf_random* random, sf_cube* cube) noexcept {
  if (random == nullptr || cube == nullptr) return SF_BAD_OPTION;
  put_cube(random->random.cube(), cube);
  return SF_OK;
}
void sf_random_free(sf_random* random) noexcept { delete random; }
