#include "superflip/cube/array.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "superflip/cube/array.cpp"
#include <fmt/format.h>
#include <hwy/foreach_target.h>  // IWYU pragma: keep

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>
#include <initializer_list>
#include <string>
#include <string_view>

#include "superflip/base/detail/dispatch.h"
#include "superflip/cube/conjugation-inl.h"
#include "superflip/cube/inversions-inl.h"
#include "superflip/cube/kernel-inl.h"

HWY_BEFORE_NAMESPACE();
namespace superflip {
namespace HWY_NAMESPACE {
namespace {

HWY_INLINE CubeVector load_row(const std::uint8_t* row) {
  const Bytes d;
  return {hn::LoadU(d, row), hn::LoadU(d, row + 16)};
}

HWY_INLINE void store_row(const CubeVector& v, std::uint8_t* row) {
  const Bytes d;
  hn::StoreU(v.corner, d, row);
  hn::StoreU(v.edge, d, row + 16);
}

// What tells whether 32 bytes are a cube. Each byte must be in a range, which for unused places is one value. Pieces
// are different when their bits, 1 << piece % 8, have the sum 255 in each set of eight: eight powers of two have that
// sum only if they are 1, 2, 4, ..., 128, and fewer never have it.
struct alignas(16) RowRules {
  std::uint8_t low[2][16] = {{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 14, 15},
                             {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 12, 13, 14, 15}};
  std::uint8_t high[2][16] = {
      {0x27, 0x27, 0x27, 0x27, 0x27, 0x27, 0x27, 0x27, 0x3D, 0x3D, 0x3D, 0x3D, 0x3D, 0x3D, 14, 15},
      {0x1B, 0x1B, 0x1B, 0x1B, 0x1B, 0x1B, 0x1B, 0x1B, 0x1B, 0x1B, 0x1B, 0x1B, 12, 13, 14, 15}};
  std::uint8_t bit_of_first[16] = {1, 2, 4, 8, 16, 32, 64, 128};
  std::uint8_t bit_of_second[16] = {0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 64, 128};
};
inline constexpr RowRules kRules;

// Not 0 in the bytes that are below or above their range; kind 0: corners and centres, 1: edges.
HWY_INLINE ByteVector out_of_range(ByteVector bytes, int kind) {
  const Bytes d;
  return hn::Or(hn::Xor(bytes, hn::Max(bytes, hn::Load(d, kRules.low[kind]))),
                hn::Xor(bytes, hn::Min(bytes, hn::Load(d, kRules.high[kind]))));
}

HWY_INLINE bool is_cube(const CubeVector& v) {
  const Bytes d;
  const hn::Repartition<std::uint64_t, Bytes> d64;
  const auto first = hn::Load(d, kRules.bit_of_first);
  const auto second = hn::Load(d, kRules.bit_of_second);
  const auto corner = hn::And(v.corner, hn::Set(d, 0x0F));
  const auto edge = hn::And(v.edge, hn::Set(d, 0x0F));
  // Corners are among the first eight bytes and centres among the others; edges are anywhere.
  const auto corners = hn::SumsOf8(hn::TableLookupBytes(first, corner));
  const auto centres = hn::SumsOf8(hn::TableLookupBytes(second, corner));
  const auto low_edges = hn::SumsOf8(hn::TableLookupBytes(first, edge));
  const auto high_edges = hn::SumsOf8(hn::TableLookupBytes(second, edge));
  // For corners: the sum of the first half of `corners`, and of the second half of `centres`; the sums of both halves
  // for edges. All must be 255.
  const auto places = hn::OddEven(centres, corners);
  const auto edges =
      hn::Add(hn::InterleaveLower(d64, low_edges, high_edges), hn::InterleaveUpper(d64, low_edges, high_edges));
  const auto wrong = hn::Or(hn::Or(hn::Xor(places, hn::Set(d64, 255)), hn::Xor(edges, hn::Set(d64, 255))),
                            hn::BitCast(d64, hn::Or(out_of_range(v.corner, 0), out_of_range(v.edge, 1))));
  return hn::AllTrue(d64, hn::Eq(wrong, hn::Zero(d64)));
}

// Each of these functions works on rows until one is not a cube, and returns how many it has done.
std::size_t count_cubes(ConstCubeRows rows) {
  std::size_t i = 0;
  while (i < rows.count && is_cube(load_row(rows.row(i)))) ++i;
  return i;
}

template <bool kChecks>
HWY_INLINE std::size_t multiply_with(ConstCubeRows a, ConstCubeRows b, CubeRows to) {
  for (std::size_t i = 0; i < to.count; ++i) {
    const CubeVector left = load_row(a.row(i));
    const CubeVector right = load_row(b.row(i));
    if (kChecks && !(is_cube(left) && is_cube(right))) return i;
    store_row(compose(left, right), to.row(i));
  }
  return to.count;
}

std::size_t multiply(ConstCubeRows a, ConstCubeRows b, CubeRows to, bool checks) {
  return checks ? multiply_with<true>(a, b, to) : multiply_with<false>(a, b, to);
}

template <bool kChecks>
HWY_INLINE std::size_t apply_with(ConstCubeRows rows, const Cube& turn, CubeRows to) {
  const CubeVector right = load(turn);
  for (std::size_t i = 0; i < to.count; ++i) {
    const CubeVector v = load_row(rows.row(i));
    if (kChecks && !is_cube(v)) return i;
    store_row(compose(v, right), to.row(i));
  }
  return to.count;
}

std::size_t apply_all(ConstCubeRows rows, const Cube& turn, CubeRows to, bool checks) {
  return checks ? apply_with<true>(rows, turn, to) : apply_with<false>(rows, turn, to);
}

std::size_t apply_each(ConstCubeRows rows, const Move* moves, CubeRows to, bool checks) {
  for (std::size_t i = 0; i < to.count; ++i) {
    const CubeVector v = load_row(rows.row(i));
    if (moves[i] >= kMoves || (checks && !is_cube(v))) return i;
    store_row(compose(v, load(kMoveCubes[moves[i]])), to.row(i));
  }
  return to.count;
}

std::size_t conjugate_all(ConstCubeRows rows, Symmetry s, CubeRows to, bool checks) {
  for (std::size_t i = 0; i < to.count; ++i) {
    const CubeVector v = load_row(rows.row(i));
    if (checks && !is_cube(v)) return i;
    store_row(conjugate(v, s), to.row(i));
  }
  return to.count;
}

// Pieces are scattered byte by byte; the orientations then follow them in vectors. The bytes of a whole block are
// written before vectors read them, because a processor waits where a vector is read from bytes just written.
std::size_t invert(ConstCubeRows rows, CubeRows to, bool checks) {
  constexpr std::size_t kBlock = 64;
  const Bytes d;
  const auto low = hn::Set(d, 0x0F);
  alignas(16) std::array<std::array<std::uint8_t, kCubeBytes>, kBlock> pieces;
  std::array<Cube, kBlock> inverses;  // begins with the places that are never used
  for (std::size_t at = 0; at < to.count; at += kBlock) {
    std::size_t n = std::min(kBlock, to.count - at);
    bool is_end = false;
    for (std::size_t i = 0; i < n; ++i) {
      const CubeVector v = load_row(rows.row(at + i));
      if (checks && !is_cube(v)) {
        n = i;
        is_end = true;
        break;
      }
      hn::Store(hn::And(v.corner, low), d, pieces[i].data());
      hn::Store(hn::And(v.edge, low), d, pieces[i].data() + 16);
    }
    for (std::size_t i = 0; i < n; ++i) {
      for (std::uint8_t x = 0; x < kCorners + kFaces; ++x) inverses[i].corner[pieces[i][x]] = x;
      for (std::uint8_t x = 0; x < kEdges; ++x) inverses[i].edge[pieces[i][16U + x]] = x;
    }
    for (std::size_t i = 0; i < n; ++i) {
      const CubeVector v = load_row(rows.row(at + i));
      const CubeVector back = load(inverses[i]);
      const auto turned = hn::TableLookupBytes(negate_orientations(v.corner), back.corner);
      const auto flipped = hn::TableLookupBytes(v.edge, back.edge);
      store_row({hn::Or(back.corner, hn::AndNot(low, turned)), hn::Or(back.edge, hn::AndNot(low, flipped))},
                to.row(at + i));
    }
    if (is_end) return at + n;
  }
  return to.count;
}

// The same as is_reachable(): centres at home, and the sums of twists, flips and inversions are 0 mod 3, 2 and 2.
std::size_t reachable(ConstCubeRows rows, std::uint8_t* to, bool checks) {
  const Bytes d;
  const hn::Repartition<std::uint64_t, Bytes> d64;
  const auto low = hn::Set(d, 0x0F);
  const auto solved = load(kSolved);
  for (std::size_t i = 0; i < rows.count; ++i) {
    const CubeVector v = load_row(rows.row(i));
    if (checks && !is_cube(v)) return i;
    const auto homes = hn::BitCast(d64, hn::Xor(v.corner, solved.corner));
    const auto greater =
        hn::Add(inversions<kCorners - 1>(hn::And(v.corner, low)), inversions<kEdges - 1>(hn::And(v.edge, low)));
    const auto flips = hn::And(hn::ShiftRight<4>(v.edge), hn::Set(d, 0x01));
    const auto twists = hn::And(hn::ShiftRight<4>(v.corner), hn::Set(d, 0x03));
    const std::uint64_t parity = hn::GetLane(hn::SumOfLanes(d64, hn::SumsOf8(greater)));
    const std::uint64_t flip = hn::GetLane(hn::SumOfLanes(d64, hn::SumsOf8(flips)));
    const std::uint64_t twist = hn::GetLane(hn::SumsOf8(twists));
    const bool is_at_home = hn::ExtractLane(homes, 1) == 0;
    to[i] = is_at_home && parity % 2 == 0 && flip % 2 == 0 && twist % 3 == 0 ? 1 : 0;
  }
  return rows.count;
}

}  // namespace
}  // namespace HWY_NAMESPACE
}  // namespace superflip
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace superflip {

SUPERFLIP_DISPATCH_TABLE(count_cubes);
SUPERFLIP_DISPATCH_TABLE(multiply);
SUPERFLIP_DISPATCH_TABLE(apply_all);
SUPERFLIP_DISPATCH_TABLE(apply_each);
SUPERFLIP_DISPATCH_TABLE(conjugate_all);
SUPERFLIP_DISPATCH_TABLE(invert);
SUPERFLIP_DISPATCH_TABLE(reachable);

namespace {

constexpr std::size_t kRowsAtOnce = std::size_t{1} << 18;  // between two looks at the flag: some ms

// What is wrong with a row. Precondition: it is not a cube.
std::string what_is_wrong(const std::uint8_t* row) {
  struct Part {
    std::string_view kind;
    int first, count, least, orientations;
  };
  constexpr std::array<Part, 3> kParts{
      {{"corner", 0, kCorners, 0, 3}, {"centre", kCorners, kFaces, kCorners, 4}, {"edge", 16, kEdges, 0, 2}}};
  for (const Part& part : kParts) {
    unsigned met = 0;
    for (int x = 0; x < part.count; ++x) {
      const int byte = row[part.first + x];
      const int piece = (byte & 15) - part.least;
      if (piece < 0 || piece >= part.count || byte >> 4 >= part.orientations)
        return fmt::format("byte {} is {:#04x}, which is no {}", part.first + x, byte, part.kind);
      if ((met >> piece & 1) != 0)
        return fmt::format("byte {} is {:#04x}: {} {} is there twice", part.first + x, byte, part.kind, piece);
      met |= 1U << piece;
    }
  }
  for (const int unused : {14, 15, 28, 29, 30, 31})
    if (row[unused] != unused % 16)
      return fmt::format("byte {} is {:#04x}; expected {:#04x}, since it stands for no piece", unused, row[unused],
                         unused % 16);
  return "it changed while it was read";
}

tl::unexpected<Error> bad_row(const std::uint8_t* row, std::size_t i) {
  return fail(ErrorKind::unreadable, fmt::format("row {} is not a cube: {}", i, what_is_wrong(row)));
}

bool holds_cube(const std::uint8_t* row) { return SUPERFLIP_DISPATCH(count_cubes)({row, 1}) == 1; }

// Whether some row of `to` shares bytes with another row of `from`. With different strides, whether any could.
bool overlap(ConstCubeRows from, ConstCubeRows to) {
  if (from.count == 0) return false;
  const auto low_of = [](ConstCubeRows rows) {
    return reinterpret_cast<std::uintptr_t>(std::min(rows.row(0), rows.row(rows.count - 1)));
  };
  const auto high_of = [](ConstCubeRows rows) {
    return reinterpret_cast<std::uintptr_t>(std::max(rows.row(0), rows.row(rows.count - 1))) + kCubeBytes;
  };
  if (high_of(from) <= low_of(to) || high_of(to) <= low_of(from)) return false;
  if (from.stride != to.stride) return from.count > 1 || from.data != to.data;
  const std::ptrdiff_t distance = to.data - from.data;
  const std::ptrdiff_t near = from.count == 1 ? 0 : distance / from.stride;
  for (std::ptrdiff_t k = near - 1; k <= near + 1; ++k)
    if ((k != 0 || distance != 0) && std::abs(k) < static_cast<std::ptrdiff_t>(from.count) &&
        std::abs(distance - k * from.stride) < static_cast<std::ptrdiff_t>(kCubeBytes))
      return true;
  return false;
}

Expected<void> check_shapes(std::initializer_list<ConstCubeRows> sources, ConstCubeRows to) {
  if (to.count > 1 && std::abs(to.stride) < static_cast<std::ptrdiff_t>(kCubeBytes))
    return fail(ErrorKind::bad_option,
                fmt::format("the rows to write are {} bytes apart; expected at least {}", to.stride, kCubeBytes));
  for (const ConstCubeRows& from : sources) {
    if (from.count != to.count)
      return fail(ErrorKind::bad_option, fmt::format("{} rows are read, but {} are written", from.count, to.count));
    if (overlap(from, to))
      return fail(ErrorKind::bad_option, "rows to write overlap other rows that are read; use separate memory");
  }
  return {};
}

// Calls work(first, count) for blocks of rows, which returns how many of them it has done. Returns the number of all
// that are done, or that it was stopped.
template <class Work>
Expected<std::size_t> in_blocks(std::size_t count, const StopFlag* stop, Work work) {
  for (std::size_t at = 0; at < count; at += kRowsAtOnce) {
    if (is_set(stop)) return fail(ErrorKind::stopped, fmt::format("stopped after {} rows", at));
    const std::size_t n = std::min(kRowsAtOnce, count - at);
    if (const std::size_t done = work(at, n); done < n) return at + done;
  }
  return count;
}

// The same for rows of one array that become other rows.
template <class Work>
Expected<void> map_rows(ConstCubeRows rows, CubeRows to, const StopFlag* stop, Work work) {
  if (auto shapes = check_shapes({rows}, to); !shapes) return shapes;
  const auto done = in_blocks(
      to.count, stop, [&](std::size_t at, std::size_t n) { return work(rows.from(at, n), to.from(at, n), at); });
  if (!done) return tl::unexpected<Error>(done.error());
  if (*done < to.count) return bad_row(rows.row(*done), *done);
  return {};
}

}  // namespace

std::optional<std::size_t> first_bad_row(ConstCubeRows rows) {
  const std::size_t good = SUPERFLIP_DISPATCH(count_cubes)(rows);
  if (good == rows.count) return std::nullopt;
  return good;
}

Expected<void> check_rows(ConstCubeRows rows, const StopFlag* stop, std::size_t first) {
  const auto done = in_blocks(rows.count, stop, [&](std::size_t at, std::size_t n) {
    return SUPERFLIP_DISPATCH(count_cubes)(rows.from(at, n));
  });
  if (!done) return tl::unexpected<Error>(done.error());
  if (*done < rows.count) return bad_row(rows.row(*done), first + *done);
  return {};
}

Expected<void> reachable_rows(ConstCubeRows rows, std::span<std::uint8_t> to, RowCheck check, const StopFlag* stop) {
  if (to.size() != rows.count)
    return fail(ErrorKind::bad_option,
                fmt::format("{} rows are read, but there are {} results", rows.count, to.size()));
  const auto done = in_blocks(rows.count, stop, [&](std::size_t at, std::size_t n) {
    return SUPERFLIP_DISPATCH(reachable)(rows.from(at, n), to.data() + at, check == RowCheck::cubes);
  });
  if (!done) return tl::unexpected<Error>(done.error());
  if (*done < rows.count) return bad_row(rows.row(*done), *done);
  return {};
}

Expected<void> apply_rows(ConstCubeRows rows, Move m, CubeRows to, RowCheck check, const StopFlag* stop) {
  return apply_rows(rows, std::span(&m, 1), to, check, stop);
}

Expected<void> apply_rows(ConstCubeRows rows, std::span<const Move> word, CubeRows to, RowCheck check,
                          const StopFlag* stop) {
  const auto bad = std::find_if(word.begin(), word.end(), [](Move m) { return m >= kMoves; });
  if (bad != word.end())
    return fail(ErrorKind::unreadable,
                fmt::format("move {} of the word is {}; expected 0..17", bad - word.begin(), static_cast<int>(*bad)));
  const Cube turn = apply(kSolved, word);
  return map_rows(rows, to, stop, [&](ConstCubeRows from, CubeRows into, std::size_t) {
    return SUPERFLIP_DISPATCH(apply_all)(from, turn, into, check == RowCheck::cubes);
  });
}

Expected<void> apply_each_row(ConstCubeRows rows, std::span<const Move> moves, CubeRows to, RowCheck check,
                              const StopFlag* stop) {
  if (moves.size() != rows.count)
    return fail(ErrorKind::bad_option, fmt::format("there are {} rows, but {} moves", rows.count, moves.size()));
  std::size_t bad = rows.count;
  auto done = map_rows(rows, to, stop, [&](ConstCubeRows from, CubeRows into, std::size_t at) {
    const std::size_t n = SUPERFLIP_DISPATCH(apply_each)(from, moves.data() + at, into, check == RowCheck::cubes);
    if (n < into.count && moves[at + n] >= kMoves) bad = at + n;
    return n;
  });
  if (bad < rows.count)
    return fail(ErrorKind::unreadable,
                fmt::format("the move of row {} is {}; expected 0..17", bad, static_cast<int>(moves[bad])));
  return done;
}

Expected<void> multiply_rows(ConstCubeRows a, ConstCubeRows b, CubeRows to, RowCheck check, const StopFlag* stop) {
  if (auto shapes = check_shapes({a, b}, to); !shapes) return shapes;
  const auto done = in_blocks(to.count, stop, [&](std::size_t at, std::size_t n) {
    return SUPERFLIP_DISPATCH(multiply)(a.from(at, n), b.from(at, n), to.from(at, n), check == RowCheck::cubes);
  });
  if (!done) return tl::unexpected<Error>(done.error());
  if (*done == to.count) return {};
  const std::uint8_t* left = a.row(*done);
  return bad_row(holds_cube(left) ? b.row(*done) : left, *done);
}

Expected<void> invert_rows(ConstCubeRows rows, CubeRows to, RowCheck check, const StopFlag* stop) {
  return map_rows(rows, to, stop, [&](ConstCubeRows from, CubeRows into, std::size_t) {
    return SUPERFLIP_DISPATCH(invert)(from, into, check == RowCheck::cubes);
  });
}

Expected<void> conjugate_rows(ConstCubeRows rows, Symmetry s, CubeRows to, RowCheck check, const StopFlag* stop) {
  if (s >= kSymmetries)
    return fail(ErrorKind::bad_option, fmt::format("symmetry {}; expected 0..47", static_cast<int>(s)));
  return map_rows(rows, to, stop, [&](ConstCubeRows from, CubeRows into, std::size_t) {
    return SUPERFLIP_DISPATCH(conjugate_all)(from, s, into, check == RowCheck::cubes);
  });
}

}  // namespace superflip
#endif  // HWY_ONCE
