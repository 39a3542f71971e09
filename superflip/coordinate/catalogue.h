// The catalogue: the coordinates that have names.
//
// Each is one file NAME.coord in superflip/coordinate/named/, built into the library: its description, its use, its
// source, and known numbers, which a test compares with the program's results. To add a coordinate, add its file.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "superflip/base/api.h"

namespace SUPERFLIP_API superflip {

struct KnownDistribution {
  std::string_view metric;  // "htm" or "qtm"
  std::string_view moves;   // a move set; slices, wide moves and rotations are those in space
  std::string_view counts;  // values at distance 0, 1, ..., separated by blanks
};

struct KnownClasses {
  std::string_view symmetry;  // a symmetry group
  std::string_view count;
};

struct CatalogueEntry {
  std::string_view name;
  std::string_view description;
  std::string_view summary;  // one sentence
  std::string_view source;   // may be empty
  std::string_view used_in;  // which solvers use its symmetry, in the source's words; may be empty
  std::vector<KnownDistribution> distributions;
  std::vector<KnownClasses> classes;
};

// All entries, by name.
const std::vector<CatalogueEntry>& catalogue();

// The entry of that name, letters of either case, "Center" for "Centre"; nullptr if there is none.
const CatalogueEntry* find_in_catalogue(std::string_view name);

namespace detail {
// A file's name without its ending, and its text; made by CMake.
struct CatalogueFile {
  std::string_view name;
  std::string_view text;
};
extern const std::span<const CatalogueFile> kCatalogueFiles;
}  // namespace detail

}  // namespace superflip
