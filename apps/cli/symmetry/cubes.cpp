// superflip symmetry cubes: the cubes with a type of symmetry, all of them or random ones.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "apps/cli/command.h"
#include "apps/cli/console.h"
#include "apps/cli/listing.h"
#include "apps/cli/options.h"
#include "superflip/superflip.h"

namespace superflip::cli::symmetry {

namespace {

// A coordinate and the value that it must have.
struct Where {
  Description coordinate;
  Uint128 value;
};

struct Options {
  const SymmetryType* type = nullptr;
  bool at_least = false;
  bool unique = false;
  bool inversion = false;
  std::optional<std::uint64_t> random;
  std::optional<std::uint64_t> seed;
  std::optional<int> parity;
  std::optional<int> order;
  std::optional<int> max_colours;
  std::vector<std::string> where_texts;
  std::vector<Where> where;  // these, read
  ListOptions list;

  // Whether all cubes with the symmetries are wanted.
  bool is_unfiltered() const { return !unique && !parity && !order && !max_colours && where.empty(); }
};

Expected<int> parse_parity(std::string_view text) {
  if (text == "even" || text == "odd") return text == "odd" ? 1 : 0;
  return fail(ErrorKind::bad_option, "expected even or odd");
}

// "UDSlice=494".
Expected<Where> parse_where(std::string_view text) {
  const std::size_t at = text.rfind('=');
  if (at == std::string_view::npos) return fail(ErrorKind::bad_option, "expected a coordinate, = and its value");
  auto described = parse_description(text.substr(0, at));
  if (!described) return tl::unexpected<Error>(std::move(described.error()));
  if (centres_of(*described) != Centres::fixed)
    return fail(ErrorKind::bad_option, "the coordinate depends on the centres, which are fixed here");
  const auto value = parse_uint128(text.substr(at + 1));
  if (!value) return tl::unexpected<Error>(value.error());
  if (*value >= described->values())
    return fail(ErrorKind::bad_option,
                fmt::format("the values of this coordinate are 0 to {}", to_decimal(described->values() - 1)));
  return Where{*std::move(described), *value};
}

constexpr unsigned kAllCorners = (1U << kCorners) - 1;
constexpr unsigned kAllEdges = (1U << kEdges) - 1;

// The most colours that a face shows, of its centre and of the pieces at these places.
int most_colours(const Cube& cube, unsigned corners = kAllCorners, unsigned edges = kAllEdges) {
  std::array<unsigned, kFaces> colours;
  for (std::size_t face = 0; face < kFaces; ++face) colours[face] = 1U << face;
  for (int place = 0; place < kCorners; ++place)
    for (int n = 0; (corners >> place & 1) != 0 && n < 3; ++n)
      colours[kCornerFaces[place][(n + cube.twist_at(place)) % 3]] |= 1U << kCornerFaces[cube.corner_at(place)][n];
  for (int place = 0; place < kEdges; ++place)
    for (int n = 0; (edges >> place & 1) != 0 && n < 2; ++n)
      colours[kEdgeFaces[place][n ^ cube.flip_at(place)]] |= 1U << kEdgeFaces[cube.edge_at(place)][n];
  int most = 0;
  for (const unsigned shown : colours) most = std::max(most, std::popcount(shown));
  return most;
}

bool has_properties(const Cube& cube, const Options& options) {
  const std::uint64_t symmetries = symmetries_of(cube);
  const std::uint64_t group = options.type->group.bits();
  return (options.at_least ? (symmetries & group) == group : symmetries == group) &&
         (!options.parity || corner_parity(cube) == *options.parity) &&
         (!options.order || order(cube) == *options.order) &&
         (!options.max_colours || most_colours(cube) <= *options.max_colours) &&
         std::all_of(options.where.begin(), options.where.end(), [&](const Where& w) {
           return w.coordinate.defined(cube) && w.coordinate.value_of(cube) == w.value;
         });
}

// Whether a cube with these pieces may have the properties.
bool may_have_properties(const SymmetricCubes::Begun& begun, const Options& options) {
  if (options.max_colours && most_colours(begun.cube, begun.corners, begun.edges) > *options.max_colours) return false;
  if (begun.corners != kAllCorners || begun.edges != 0) return true;
  if (options.parity && corner_parity(begun.cube) != *options.parity) return false;
  if (!options.order) return true;
  Cube corners;
  for (int place = 0; place < kCorners; ++place)
    corners.set_corner(place, begun.cube.corner_at(place), begun.cube.twist_at(place));
  return *options.order % order(corners) == 0;
}

bool is_wanted(const Cube& cube, const Options& options) {
  const auto has = [&](const Cube& c) { return has_properties(c, options); };
  return has(cube) && (!options.unique || is_first_of_alike(cube, options.inversion, has));
}

// Those that are wanted, if they are few and soon found.
std::optional<std::vector<Cube>> list_few(const SymmetricCubes& cubes, const Options& options) {
  constexpr std::size_t kFew = 100'000;
  constexpr int kSteps = 5'000'000;
  if (cubes.count() > kFew && !options.max_colours) return std::nullopt;
  std::vector<Cube> wanted;
  int steps = 0;
  const auto may_go_on = [&] { return steps < kSteps && wanted.size() <= kFew && !is_set(&interrupted()); };
  cubes.visit(
      [&](const Cube& cube) {
        if (is_wanted(cube, options)) wanted.push_back(cube);
        return may_go_on();
      },
      [&](const SymmetricCubes::Begun& begun) {
        ++steps;
        return may_go_on() && may_have_properties(begun, options);
      });
  return may_go_on() ? std::optional(std::move(wanted)) : std::nullopt;
}

// Random ones: of few cubes from their list; among very many an unlucky search ends.
void draw(const SymmetricCubes& cubes, const Options& options, Listing& listing) {
  constexpr int kTries = 50'000'000;
  Random random(options.seed.value_or(1));
  if (const auto wanted = list_few(cubes, options)) {
    while (!wanted->empty() && !is_set(&interrupted()) && listing.add((*wanted)[random.below(wanted->size())])) {
    }
    return;
  }
  for (int tries = 0; tries < kTries && !is_set(&interrupted()); ++tries) {
    listing.show(static_cast<double>(tries) / kTries);
    const Cube cube = cubes.random(random);
    if (!is_wanted(cube, options)) continue;
    if (!listing.add(cube)) return;
    tries = 0;
  }
}

ExitCode run(Options& options) {
  for (const std::string& text : options.where_texts) {
    auto where = parse_where(text);
    if (!where) {
      say("--where: " + where.error().message);
      return kBadInput;
    }
    options.where.push_back(*std::move(where));
  }
  if (options.random) options.list.most = options.random;
  const auto number = static_cast<std::size_t>(options.type - symmetry_types().data());
  const SymmetryCount& known = symmetry_counts()[number];
  const Uint128 all = options.at_least ? known.at_least : known.exactly;
  Listing listing(options.list);
  if (all == 0)
    return listing.end(fmt::format("no cube has exactly the symmetries {}: those that have them have more (--at-least)",
                                   options.type->name));
  constexpr std::string_view kNone = "no cube of this symmetry is as wanted";
  const SymmetricCubes cubes(options.type->group);
  if (options.order) {
    if (const std::set<int> orders = cubes.orders(); !orders.contains(*options.order))
      return listing.end(fmt::format("no cube with the symmetries {} has the order {}: there are {}",
                                     options.type->name, *options.order, fmt::join(orders, " ")));
  }
  if (options.list.count && options.is_unfiltered()) {
    listing.add_all(all);
    return listing.end(kNone);
  }
  constexpr Uint128 kTooMany = 1'000'000'000'000;
  if (options.list.count && all > kTooMany && !options.max_colours && !options.list.is_limited()) {
    say(fmt::format("{} cubes have these symmetries, too many to be counted one by one: expected -n or --time",
                    to_decimal(all)));
    return kBadInput;
  }
  if (options.list.most == 0U) return listing.end(kNone);
  if (options.random)
    draw(cubes, options, listing);
  else
    cubes.visit(
        [&](const Cube& cube) { return !is_set(&interrupted()) && (!is_wanted(cube, options) || listing.add(cube)); },
        [&](const SymmetricCubes::Begun& begun) {
          listing.show(begun.done);
          return !is_set(&interrupted()) && may_have_properties(begun, options);
        });
  const std::string few = fmt::format("{} of {} found: hardly any cube of this symmetry is as wanted",
                                      to_decimal(listing.found()), options.random.value_or(0));
  return listing.end(kNone, options.random ? few : "");
}

Run add(Arguments& arguments) {
  auto options = std::make_shared<Options>();
  add_parsed(arguments, "TYPE", options->type, find_symmetry_type, "A type of symmetry, such as D3d.").required();
  arguments.add_flag("--at-least", options->at_least, "Cubes with more symmetries, too.");
  arguments.add_flag("--unique", options->unique, "Of cubes that are alike only the first.");
  arguments.add_flag("--inversion", options->inversion, "With --unique: the inverse of a cube is like it, too.");
  arguments.refuse_if([options = options.get()] { return options->inversion && !options->unique; }, {"--inversion"},
                      "it is for --unique");
  add_list_options(arguments, options->list);
  add_number(arguments, "--random", options->random, 1, ~std::uint64_t{0},
             "So many, drawn uniformly from those that are wanted; one may come twice.")
      .excludes("--count")
      .excludes("-n");
  add_number(arguments, "--seed", options->seed, 0, ~std::uint64_t{0}, "Which random ones. Default: 1.");
  arguments.refuse_if([options = options.get()] { return options->seed && !options->random; }, {"--seed"},
                      "it is for --random");
  add_parsed(arguments, "--parity", options->parity, parse_parity, "Of the permutation of the corners.")
      .type_name("even|odd");
  add_number(arguments, "--order", options->order, 1, 1260, "As elements of the group: solved after N repetitions.");
  add_number(arguments, "--max-colours", options->max_colours, 1, 6, "No face shows more than N colours.");
  arguments
      .add_option("--where", options->where_texts,
                  "A coordinate has this value: UDSlice=0. May be given several times.")
      .type_name("COORD=N")
      .one_at_a_time();
  arguments.footer(
      R"help(Prints facelets, one cube in each line, for one of the sets of symmetries that are of the type. A cube has these
symmetries and no others, unless --at-least is given. Lists are long for small sets of symmetries: Ci has
45,862,360,944 cubes, and they are printed as they are found.

Examples:
  superflip symmetry cubes Th --unique | superflip optimal
  superflip symmetry cubes C3 --max-colours 2 --unique
  superflip symmetry cubes "Cs(a)" --random 10 --parity even --where UDSlice=0)help");
  return [options] { return run(*options); };
}

const Registration registered{{324, "symmetry cubes", "The cubes with a type of symmetry", add}};

}  // namespace

}  // namespace superflip::cli::symmetry
