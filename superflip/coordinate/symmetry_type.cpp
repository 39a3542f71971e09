#include "superflip/coordinate/symmetry_type.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <initializer_list>
#include <map>
#include <vector>

#include "superflip/base/text.h"
#include "superflip/coordinate/cube_classes.h"

namespace superflip {
namespace {

struct Described {
  std::string_view name;
  std::initializer_list<int> generators;  // symmetries
  std::string_view description;
};

// S1 exchanges L and R, S4 is half a turn about U and S8 about F, S10 half a turn about an edge, S13 the point
// reflection, S16 a third of a turn about a corner.
constexpr std::array<Described, kSymmetryTypes> kDescribed{{
    {"Oh", {16, 8, 2, 1}, "all 48 symmetries"},
    {"O", {16, 8, 2}, "all 24 rotations"},
    {"Td", {16, 8, 4, 3}, "those of a tetrahedron, reflections too"},
    {"D3d", {16, 10, 13}, "third turns about a corner, half turns about edges, and the point reflection"},
    {"Th", {16, 8, 4, 13}, "the rotations of a tetrahedron, and the point reflection"},
    {"C3v", {16, 3}, "third turns about a corner, and reflections through it"},
    {"T", {16, 8, 4}, "the rotations of a tetrahedron"},
    {"D4h", {2, 8, 1}, "all 16 that preserve an axis"},
    {"D3", {16, 10}, "third turns about a corner, and half turns about edges"},
    {"D4", {2, 8}, "the 8 rotations that preserve an axis"},
    {"D2d(face)", {11, 8}, "quarter turns with a reflection, and half turns about two faces"},
    {"C4v", {2, 1}, "quarter turns, and reflections through their axis"},
    {"C4h", {2, 9}, "quarter turns, and the point reflection"},
    {"D2h(edge)", {4, 10, 13}, "half turns about a face and two edges, and the point reflection"},
    {"D2d(edge)", {11, 1}, "quarter turns with a reflection, and half turns about two edges"},
    {"S6", {16, 13}, "third turns about a corner, and the point reflection"},
    {"D2h(face)", {4, 8, 1}, "half turns about all faces, and the point reflection"},
    {"C2v(a1)", {4, 3}, "half turns about a face, and reflections through four edges"},
    {"C2v(b)", {10, 9}, "half turns about an edge, and reflections through it"},
    {"C2h(b)", {10, 13}, "half turns about an edge, and the point reflection"},
    {"D2(edge)", {4, 10}, "half turns about a face and two edges"},
    {"C4", {2}, "quarter turns"},
    {"D2(face)", {4, 8}, "half turns about all faces"},
    {"S4", {11}, "quarter turns with a reflection"},
    {"C2h(a)", {4, 13}, "half turns about a face, and the point reflection"},
    {"C2v(a2)", {4, 1}, "half turns about a face, and reflections that exchange opposite faces"},
    {"C3", {16}, "third turns about a corner"},
    {"Cs(b)", {3}, "a reflection through two edges"},
    {"C2(b)", {10}, "half turns about an edge"},
    {"C2(a)", {4}, "half turns about a face"},
    {"Cs(a)", {1}, "a reflection that exchanges opposite faces"},
    {"Ci", {13}, "the point reflection"},
    {"C1", {}, "none"},
}};

std::uint64_t conjugate(std::uint64_t group, Symmetry by) {
  std::uint64_t image = 0;
  for (const Symmetry s : kAllSymmetries)
    if ((group >> s & 1) != 0) image |= std::uint64_t{1} << inverse(by) * s * by;
  return image;
}

struct Types {
  std::vector<SymmetryType> types;
  std::map<std::uint64_t, std::size_t> number;  // of all subgroups

  Types() {
    for (const Described& d : kDescribed) {
      std::uint64_t bits = 1;
      for (const int s : d.generators) bits |= std::uint64_t{1} << s;
      const SymmetryGroup group = generated_group(bits);
      const std::size_t before = number.size();
      for (const Symmetry by : kAllSymmetries) number.emplace(conjugate(group.bits(), by), types.size());
      types.push_back({d.name, d.description, group, static_cast<int>(number.size() - before)});
    }
  }

  static const Types& get() {
    static const Types all;
    return all;
  }
};

std::vector<SymmetryCount> count() {
  const Types& all = Types::get();
  std::vector<SymmetryCount> counts;
  for (const SymmetryType& type : all.types) {
    const Uint128 at_least = count_fixed_cubes(type.group);
    counts.push_back({at_least, at_least, 0});
  }
  // Larger groups come before those that they contain.
  std::vector<std::size_t> by_order(all.types.size());
  for (std::size_t i = 0; i < by_order.size(); ++i) by_order[i] = i;
  std::stable_sort(by_order.begin(), by_order.end(), [&](std::size_t a, std::size_t b) {
    return all.types[a].group.order() > all.types[b].group.order();
  });
  for (const std::size_t i : by_order) {
    const std::uint64_t bits = all.types[i].group.bits();
    for (const auto& [group, type] : all.number)
      if (group != bits && (group & bits) == bits) counts[i].exactly -= counts[type].exactly;
    counts[i].of_type = counts[i].exactly * static_cast<unsigned>(all.types[i].conjugates);
  }
  return counts;
}

}  // namespace

std::span<const SymmetryType, kSymmetryTypes> symmetry_types() {
  return std::span<const SymmetryType, kSymmetryTypes>(Types::get().types);
}

const SymmetryType& symmetry_type_of(const SymmetryGroup& group) {
  const Types& all = Types::get();
  return all.types[all.number.at(group.bits())];
}

const SymmetryType& symmetry_type_of(const Cube& cube) { return symmetry_type_of(SymmetryGroup(symmetries_of(cube))); }

Expected<const SymmetryType*> find_symmetry_type(std::string_view name) {
  for (const SymmetryType& type : symmetry_types())
    if (std::equal(type.name.begin(), type.name.end(), name.begin(), name.end(),
                   [](char a, char b) { return text::to_upper(a) == text::to_upper(b); }))
      return &type;
  std::vector<std::string_view> names;
  for (const SymmetryType& type : symmetry_types()) names.push_back(type.name);
  return fail(ErrorKind::bad_option,
              fmt::format("'{}' is not a type of symmetry: expected {}", text::escaped(name), fmt::join(names, " ")));
}

std::span<const SymmetryCount, kSymmetryTypes> symmetry_counts() {
  static const std::vector<SymmetryCount> counts = count();
  return std::span<const SymmetryCount, kSymmetryTypes>(counts);
}

}  // namespace superflip
