// Coordinates, and arrays of cubes.
#include <limits>

#include "bindings/c/handles.h"

using namespace superflip;
using namespace superflip::c;

namespace superflip::c {
namespace {

// Whether `count` rows so many bytes apart can lie in memory at all.
Expected<std::ptrdiff_t> stride_of(const void* cubes, std::size_t count, std::size_t stride) {
  constexpr auto kMost = static_cast<std::size_t>(std::numeric_limits<std::ptrdiff_t>::max());
  if (count == 0) return static_cast<std::ptrdiff_t>(kCubeBytes);
  if (cubes == nullptr) return fail(ErrorKind::bad_option, "there is no array of cubes: the pointer is NULL");
  if (stride < kCubeBytes)
    return fail(ErrorKind::bad_option, "the stride is less than sizeof(sf_cube), which is 32 bytes");
  if (stride > kMost / count) return fail(ErrorKind::bad_option, "there are more cubes than memory can hold");
  return static_cast<std::ptrdiff_t>(stride);
}

Done done(const Expected<void>& result) {
  if (!result) return wrong(result.error());
  return {};
}

// Refuses an array without a stride that overlaps the rows.
template <class T>
Expected<void> apart(ConstCubeRows rows, const T* array, std::size_t count) {
  const auto first = reinterpret_cast<std::uintptr_t>(array);
  const auto row = reinterpret_cast<std::uintptr_t>(rows.data);
  const std::uintptr_t end = row + (count - 1) * static_cast<std::size_t>(rows.stride) + kCubeBytes;
  if (first < end && row < first + count * sizeof(T))
    return fail(ErrorKind::bad_option, "the array lies among the bytes of the cubes: it has no stride");
  return {};
}

// Changes the rows of an array: all are checked, then work(rows) is called.
template <class Work>
sf_status change(sf_cube* cubes, std::size_t count, std::size_t stride, sf_error** error, const Work& work) noexcept {
  return doing(error, [&]() -> Done {
    const auto rows = rows_to(cubes, count, stride);
    if (!rows) return wrong(rows.error());
    if (const auto checked = check_rows(*rows); !checked) return wrong(checked.error());
    return done(work(*rows));
  });
}

tl::unexpected<Error> no_array(const char* sentence) { return fail(ErrorKind::bad_option, sentence); }

}  // namespace

Expected<ConstCubeRows> rows_from(const sf_cube* cubes, std::size_t count, std::size_t stride) {
  return stride_of(cubes, count, stride).map([&](std::ptrdiff_t bytes) {
    return ConstCubeRows(reinterpret_cast<const std::uint8_t*>(cubes), count, bytes);
  });
}
Expected<CubeRows> rows_to(sf_cube* cubes, std::size_t count, std::size_t stride) {
  return stride_of(cubes, count, stride).map([&](std::ptrdiff_t bytes) {
    return CubeRows(reinterpret_cast<std::uint8_t*>(cubes), count, bytes);
  });
}

}  // namespace superflip::c

sf_coordinate::sf_coordinate(Description described)
    : description(std::move(described)), name(description.name()), size(to_decimal(description.values())) {
  if (auto whole = description.product()) product.emplace(*std::move(whole));
}

sf_status sf_coordinate_create(const char* description, sf_coordinate** coordinate, sf_error** error) noexcept {
  return giving(coordinate, error, [&](sf_coordinate*& out) -> Done {
    const auto text = text_from(description, SF_TO_END);
    if (!text) return wrong(text.error());
    auto parsed = parse_description(*text);
    if (!parsed) return wrong(as_bad_option(std::move(parsed.error())));
    out = fresh<sf_coordinate>(*std::move(parsed));
    return {};
  });
}
const char* sf_coordinate_name(const sf_coordinate* coordinate) noexcept {
  return coordinate != nullptr ? coordinate->name.c_str() : nullptr;
}
uint64_t sf_coordinate_size(const sf_coordinate* coordinate) noexcept {
  return coordinate != nullptr && coordinate->product ? coordinate->product->size() : 0;
}
const char* sf_coordinate_size_text(const sf_coordinate* coordinate) noexcept {
  return coordinate != nullptr ? coordinate->size.c_str() : nullptr;
}

namespace {

Expected<AnyCoordinate> product_of(const sf_coordinate* coordinate) {
  if (coordinate == nullptr) return no_array("there is no coordinate: the pointer is NULL");
  if (!coordinate->product) return no_array("this coordinate has 2^63 values or more, which are no 64-bit numbers");
  return *coordinate->product;
}

}  // namespace

sf_status sf_coordinate_index(const sf_coordinate* coordinate, const sf_cube* cubes, size_t count, size_t stride,
                              uint64_t* values, sf_error** error) noexcept {
  return doing(error, [&]() -> Done {
    const auto product = product_of(coordinate);
    if (!product) return wrong(product.error());
    const auto rows = rows_from(cubes, count, stride);
    if (!rows) return wrong(rows.error());
    if (count == 0) return {};
    if (values == nullptr) return nonsense("there is no place for the values: the pointer is NULL");
    if (const auto is_apart = apart(*rows, values, count); !is_apart) return wrong(is_apart.error());
    return done(row_indices(*product, *rows, std::span<std::uint64_t>(values, count)));
  });
}

sf_status sf_coordinate_cubes(const sf_coordinate* coordinate, const uint64_t* values, size_t count, sf_cube* cubes,
                              size_t stride, sf_error** error) noexcept {
  return doing(error, [&]() -> Done {
    const auto product = product_of(coordinate);
    if (!product) return wrong(product.error());
    const auto rows = rows_to(cubes, count, stride);
    if (!rows) return wrong(rows.error());
    if (count == 0) return {};
    if (values == nullptr) return nonsense("there are no values: the pointer is NULL");
    if (const auto is_apart = apart(*rows, values, count); !is_apart) return wrong(is_apart.error());
    return done(rows_of_indices(*product, {values, count}, *rows));
  });
}
void sf_coordinate_free(sf_coordinate* coordinate) noexcept { delete coordinate; }

sf_status sf_cubes_check(const sf_cube* cubes, size_t count, size_t stride, size_t* row, sf_error** error) noexcept {
  return doing(error, [&]() -> Done {
    if (row != nullptr) *row = count;
    const auto rows = rows_from(cubes, count, stride);
    if (!rows) return wrong(rows.error());
    const auto bad = first_bad_row(*rows);
    if (!bad) return {};
    if (row != nullptr) *row = *bad;
    return done(check_rows(rows->from(*bad, 1), nullptr, *bad));
  });
}

sf_status sf_cubes_possible(const sf_cube* cubes, size_t count, size_t stride, uint8_t* possible,
                            sf_error** error) noexcept {
  return doing(error, [&]() -> Done {
    const auto rows = rows_from(cubes, count, stride);
    if (!rows) return wrong(rows.error());
    if (count == 0) return {};
    if (possible == nullptr) return nonsense("there is no place for the results: the pointer is NULL");
    if (const auto is_apart = apart(*rows, possible, count); !is_apart) return wrong(is_apart.error());
    return done(reachable_rows(*rows, {possible, count}));
  });
}

sf_status sf_cubes_apply(sf_cube* cubes, size_t count, size_t stride, const sf_moves* moves,
                         sf_error** error) noexcept {
  return change(cubes, count, stride, error, [&](CubeRows rows) -> Expected<void> {
    if (moves == nullptr) return no_array("there are no moves: the pointer is NULL");
    return apply_rows(rows, std::span<const Move>(moves->turns), rows, RowCheck::none);
  });
}

sf_status sf_cubes_apply_each(sf_cube* cubes, size_t count, size_t stride, const uint8_t* turns,
                              sf_error** error) noexcept {
  return change(cubes, count, stride, error, [&](CubeRows rows) -> Expected<void> {
    if (count == 0) return {};
    if (turns == nullptr) return no_array("there are no moves: the pointer is NULL");
    if (auto is_apart = apart(rows, turns, count); !is_apart) return is_apart;
    for (std::size_t i = 0; i < count; ++i)
      if (turns[i] >= kMoves)
        return fail(ErrorKind::bad_option,
                    "the move of row " + std::to_string(i) + " is " + std::to_string(turns[i]) + "; expected 0..17");
    const std::span<const Move> moves(reinterpret_cast<const Move*>(turns), count);
    return apply_each_row(rows, moves, rows, RowCheck::none);
  });
}

sf_status sf_cubes_multiply(sf_cube* cubes, size_t count, size_t stride, const sf_cube* others, size_t others_stride,
                            sf_error** error) noexcept {
  return change(cubes, count, stride, error, [&](CubeRows rows) -> Expected<void> {
    const auto by = rows_from(others, count, others_stride);
    if (!by) return tl::unexpected<Error>(by.error());
    if (auto checked = check_rows(*by); !checked) return checked;
    return multiply_rows(rows, *by, rows, RowCheck::none);
  });
}

sf_status sf_cubes_invert(sf_cube* cubes, size_t count, size_t stride, sf_error** error) noexcept {
  return change(cubes, count, stride, error, [](CubeRows rows) { return invert_rows(rows, rows, RowCheck::none); });
}

namespace {

// The texts of the catalogue, each with an end.
struct EntryTexts {
  std::string name, description, summary;
};
const std::vector<EntryTexts>& entries() {
  static const std::vector<EntryTexts> all = [] {
    std::vector<EntryTexts> list;
    for (const CatalogueEntry& e : catalogue())
      list.push_back({std::string(e.name), std::string(e.description), std::string(e.summary)});
    return list;
  }();
  return all;
}

const char* text_of_entry(std::size_t i, std::string EntryTexts::*text) noexcept {
  const char* found = nullptr;
  doing(nullptr, [&]() -> Done {
    if (i < entries().size()) found = (entries()[i].*text).c_str();
    return {};
  });
  return found;
}

}  // namespace

size_t sf_catalogue_count(void) noexcept {
  std::size_t count = 0;
  doing(nullptr, [&]() -> Done {
    count = entries().size();
    return {};
  });
  return count;
}
const char* sf_catalogue_name(size_t i) noexcept { return text_of_entry(i, &EntryTexts::name); }
const char* sf_catalogue_description(size_t i) noexcept { return text_of_entry(i, &EntryTexts::description); }
const char* sf_catalogue_summary(size_t i) noexcept { return text_of_entry(i, &EntryTexts::summary); }
