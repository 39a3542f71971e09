#include "superflip/reading/cube_json.h"

#include <fmt/format.h>

#include <array>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>
#include <vector>

#include "superflip/base/text.h"
#include "superflip/reading/assembly.h"
#include "superflip/reading/facelets.h"

namespace superflip {
namespace {

using Document = nlohmann::json;

// The member `key` of `object` as `count` integers of 0..limit-1, or an error that says why it is not that.
Expected<std::vector<int>> integers(const Document& object, const std::string& path, const char* key, std::size_t count,
                                    int limit) {
  const auto wrong = [&] {
    return fail(fmt::format("{}.{}: expected an array of {} whole numbers 0..{}", path, key, count, limit - 1));
  };
  const auto member = object.find(key);
  if (member == object.end() || !member->is_array() || member->size() != count) return wrong();
  std::vector<int> numbers;
  for (const Document& n : *member) {
    if (!n.is_number_unsigned() || n.get<std::uint64_t>() >= static_cast<std::uint64_t>(limit)) return wrong();
    numbers.push_back(n.get<int>());
  }
  return numbers;
}

template <std::size_t count>
Expected<void> read_places(const Document& cube, const char* kind, int orientations,
                           std::array<std::optional<Placed>, count>& places) {
  const auto object = cube.find(kind);
  if (object == cube.end() || !object->is_object())
    return fail(fmt::format("\"{}\": expected an object with \"permutation\" and \"orientation\"", kind));
  const auto pieces = integers(*object, kind, "permutation", count, static_cast<int>(count));
  if (!pieces) return tl::unexpected<Error>(pieces.error());
  const auto turned = integers(*object, kind, "orientation", count, orientations);
  if (!turned) return tl::unexpected<Error>(turned.error());
  for (std::size_t x = 0; x < count; ++x) places[x] = {(*pieces)[x], (*turned)[x]};
  return {};
}

}  // namespace

Diagnosis examine_json(std::string_view text) {
  const auto refuse = [](std::string message) { return unreadable({std::move(message), {}}); };
  constexpr std::size_t kLongest = 1 << 16;  // a cube needs 300 bytes; endless brackets would use up memory
  if (text.size() > kLongest) return refuse(fmt::format("the JSON text is longer than {} bytes", kLongest));
  const Document json = Document::parse(text.begin(), text.end(), nullptr, false);
  if (json.is_discarded()) return refuse("this is not valid JSON");
  if (!json.is_object()) return refuse("expected a JSON object with \"corners\" and \"edges\", or with \"facelets\"");
  std::optional<Diagnosis> painted;
  if (const auto facelets = json.find("facelets"); facelets != json.end()) {
    if (!facelets->is_string()) return refuse("\"facelets\": expected a string");
    painted = diagnose(facelets->get_ref<const std::string&>());
    if (!painted->readable()) painted->problems.front() = "\"facelets\": " + painted->problems.front();
    if (!json.contains("corners") && !json.contains("edges")) return *painted;
  }
  Assembly parts;
  if (const auto read = read_places(json, "corners", 3, parts.corner); !read) return unreadable(read.error());
  if (const auto read = read_places(json, "edges", 2, parts.edge); !read) return unreadable(read.error());
  Diagnosis d = diagnose(parts);
  if (!d.cube || !painted) return d;
  return painted->cube == d.cube ? *painted : refuse("\"facelets\" show another cube than \"corners\" and \"edges\"");
}

superflip::Json to_json(const Cube& c) {
  superflip::Json json;
  for (int x = 0; x < kCorners; ++x) json["corners"]["permutation"].push_back(c.corner_at(x));
  for (int x = 0; x < kCorners; ++x) json["corners"]["orientation"].push_back(c.twist_at(x));
  for (int x = 0; x < kEdges; ++x) json["edges"]["permutation"].push_back(c.edge_at(x));
  for (int x = 0; x < kEdges; ++x) json["edges"]["orientation"].push_back(c.flip_at(x));
  json["facelets"] = to_facelets(c);
  return json;
}

}  // namespace superflip
