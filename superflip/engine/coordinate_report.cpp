#include "superflip/engine/coordinate_report.h"

#include <string>
#include <utility>

#include "superflip/base/mixed_radix.h"
#include "superflip/coordinate/admissible.h"
#include "superflip/coordinate/catalogue.h"
#include "superflip/coordinate/classes.h"
#include "superflip/reading/facelets.h"

namespace superflip {

Json json_value(Uint128 value) {
  return value >> 64 == 0 ? Json(static_cast<std::uint64_t>(value)) : Json(to_decimal(value));
}

Json json_count(long double values) {
  return values < 1e19L ? Json(static_cast<std::uint64_t>(values)) : Json(static_cast<double>(values));
}

Json catalogue_report() {
  // Some descriptions name the values that moves reach, which takes long to find out.
  static const Json all = [] {
    Json coordinates = Json::array();
    for (const CatalogueEntry& entry : catalogue()) {
      const auto coordinate = parse_description(entry.description);
      if (!coordinate) continue;  // cannot happen: a test reads them all
      coordinates.push_back({{"name", entry.name},
                             {"coordinate", entry.description},
                             {"values", json_count(coordinate->size())},
                             {"summary", entry.summary}});
    }
    return coordinates;
  }();
  return all;
}

Json coordinate_report(std::string_view name, const Description& coordinate) {
  Json json;
  if (const CatalogueEntry* entry = find_in_catalogue(name)) {
    json["name"] = entry->name;
    json["summary"] = entry->summary;
    if (!entry->source.empty()) json["source"] = entry->source;
  }
  json["coordinate"] = coordinate.name();
  json["values"] = json_count(coordinate.size());
  json["bits"] = bits_for(coordinate.values());
  if (coordinate.parts.size() > 1) {
    json["parts"] = Json::array();
    for (const AnyCoordinate& part : coordinate.parts)
      json["parts"].push_back({{"coordinate", part.name()}, {"values", part.size()}, {"bits", bits_for(part.size())}});
  }
  if (const auto product = coordinate.product()) {
    const SymmetryGroup group(admitted(*product));
    json["group"] = to_string(group);
    json["group_order"] = group.order();
    json["inversion"] = admits_inversion(AnyCoordinate(*product));
  }
  return json;
}

Json cube_report(const Description& coordinate, Uint128 value) {
  const auto reachable = reachable_cube(coordinate, value);
  const Cube cube = reachable.value_or(coordinate.cube_of(value));
  Json json{{"coordinate", coordinate.name()}, {"value", json_value(value)}, {"facelets", to_facelets(cube)}};
  if (centres_of(coordinate) == Centres::turned)
    for (int f = 0; f < kFaces; ++f)
      json["turns"][std::string(kFaceLetters.substr(static_cast<std::size_t>(f), 1))] = cube.turn_at(f);
  json["reachable"] = reachable.has_value();
  return json;
}

CoordinateView::CoordinateView(Description coordinate, std::optional<Folding> folding)
    : coordinate_(std::move(coordinate)),
      folding_(std::move(folding)),
      moves_(*parse_move_set(centres() == Centres::fixed ? "all" : "all M E S x y z", Metric::htm, centres())) {}

bool CoordinateView::is_solved(const Cube& cube) const {
  return coordinate_.defined(kSolved) && coordinate_.value_of(cube) == coordinate_.value_of(kSolved);
}

Orbit CoordinateView::orbit_at(const Cube& cube) const {
  return orbit_of(folding_->coordinate, folding_->coordinate.index(cube), folding_->group);
}

// The value and its place in its class.
Json CoordinateView::place_of(const Cube& cube) const {
  Json json{{"value", json_value(coordinate_.value_of(cube))}};
  if (!folding_) return json;
  const Orbit orbit = orbit_at(cube);
  json["representative"] = orbit.representative;
  if (folding_->classes) {
    json["class"] = folding_->classes->class_of(orbit.value);
    json["sym"] = folding_->classes->index_of_raw(orbit.value);
  }
  json["symmetry"] = orbit.symmetry.index;
  json["transformation"] = inverse(orbit.symmetry).index;
  return json;
}

Json CoordinateView::report(const Cube& cube, bool with_transitions) const {
  if (!coordinate_.defined(cube)) return Json::object();
  Json json = place_of(cube);
  json["solved"] = is_solved(cube);
  if (coordinate_.parts.size() > 1) {
    json["parts"] = Json::array();
    for (const AnyCoordinate& part : coordinate_.parts) json["parts"].push_back(part.index(cube));
  }
  if (folding_) {
    const Orbit orbit = orbit_at(cube);
    json["self_symmetries"] = Json::array();
    for (const Symmetry s : kAllSymmetries)
      if ((orbit.self_symmetries >> s & 1) != 0) json["self_symmetries"].push_back(s.index);
    json["class_size"] = orbit.size;
  }
  if (!with_transitions) return json;
  for (const Step& step : moves_.steps()) {
    const Cube after = cube * step.cube;
    json["transitions"][step.name] = coordinate_.defined(after) ? place_of(after) : Json();
  }
  return json;
}

}  // namespace superflip
