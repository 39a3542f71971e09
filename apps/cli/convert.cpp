// superflip convert: the same cube in another notation.
#include <fmt/format.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "apps/cli/batch.h"
#include "apps/cli/command.h"
#include "apps/cli/console.h"
#include "apps/cli/options.h"
#include "apps/cli/progress.h"

namespace superflip::cli {

namespace {

struct Options {
  std::vector<std::string> cubes;
  TextOptions read;
  Format to = Format::facelets;
  Profile profile = Profile::standard;
  bool fields = false;
  bool each = false;
};

// The fields of a packed number, the highest first, and how many bits each takes.
std::string fields_of(const Cube& cube, Packing packing) {
  const auto line = [](std::string_view name, std::string_view symbol, const auto& value, const auto& values,
                       const auto& bits) {
    return fmt::format("{:<37}{:<14}{:>21}{:>21}{:>6}\n", name, symbol, value, values, bits);
  };
  std::string text = line("field", "", "value", "values", "bits");
  int bits = 0;
  for (const PackedField& field : packed_fields(cube, packing)) {
    text += line(field.name, field.symbol, field.value, field.values, field.bits);
    for (const PackedField& part : field.parts)
      text += line(fmt::format("  {}", part.name), part.symbol, part.value, part.values, part.bits);
    bits += field.bits;
  }
  const bool is_rank = packing == Packing::rank;
  return text + line("number", "", to_decimal(pack(cube, packing)), is_rank ? to_decimal(largest(packing) + 1) : "",
                     is_rank ? bits_for(largest(packing) + 1) : bits);
}

// Finds moves that make a cube. The engine is made when the first cube needs it.
class Words {
 public:
  explicit Words(Profile profile) : profile_(profile) {}

  ExitCode print_word(const Cube& cube) {
    if (!engine_) engine_.emplace(engine_options({.profile = profile_}));
    ProgressBar bar;
    const auto word = engine_->word_to(cube, [&bar](const Event& event) {
      bar.show(event);
      return true;
    });
    if (!word) {
      say(word.error().message);
      return exit_code(word.error());
    }
    print(to_string(*word) + "\n");
    return kOk;
  }

 private:
  Profile profile_;
  std::optional<Engine> engine_;
};

ExitCode convert(const Options& options) {
  Words words(options.profile);
  const auto write = [&](const Cube& cube, const std::vector<std::string>& notes) {
    if (options.to == Format::moves) return words.print_word(cube);
    if (options.to == Format::json) {
      Json json = to_json(cube);
      json["notes"] = notes;
      print_json(json);
    } else {
      print(options.fields ? fields_of(cube, *packing_of(options.to)) : format_cube(cube, options.to) + "\n");
    }
    return kOk;
  };
  return for_each_cube(options.cubes, options.read, write, options.to == Format::json, Centres::fixed, options.each);
}

Run add(Arguments& arguments) {
  auto options = std::make_shared<Options>();
  add_cubes(arguments, options->cubes);
  add_parsed(arguments, "--to", options->to, parse_format,
             "moves, facelets, reid, kociemba-cubies, json, packed69,\npacked71 or rank.")
      .type_name("FORMAT")
      .required();
  arguments.add_flag(
      "--fields", options->fields,
      "With packed69, packed71 or rank: also print the fields of the number, with\ntheir values, sizes and bits; for "
      "corners also the places and the states\nseparately.");
  arguments.add_flag("--each", options->each,
                     "Where stickers are unknown (?): every cube that has the others, one after\nthe other.");
  arguments.refuse_if([options] { return options->fields && !packing_of(options->to); }, {"--fields"},
                      "only the formats packed69, packed71 and rank have fields");
  add_read_options(arguments, options->read);
  add_profile(arguments, options->profile);
  arguments.footer(
      R"(moves            moves that make the cube from the solved one: R U2 F'
facelets         54 letters, faces U R F D L B, each row by row
reid             the piece in each place: UF UR UB UL DF ... DLB DBR
kociemba-cubies  for each place the piece in it and its orientation: (DFR,2)(UFL,0)... (UR,0)...
json             the same as numbers, and the facelets; "notes" say how the text was understood
packed69         one number of 69 bits: corners 28, edges 29, states of the edges 12
packed71         one number of 71 bits, in the order of a layer-by-layer solution: down corners 18, down
                 and middle edges 25, their states 8, up corners 11, up edges 5, their states 4
rank             the number of the cube among the reachable ones, from 0 (solved) to 43252003274489855999
The cube is written with U up and F in front, whatever way it was held. Only --to moves uses --profile: the
moves come from a search.

Examples:
  superflip convert --to facelets "R U2 F'"
  superflip convert --to moves < facelets.txt > moves.txt
  superflip convert --to packed69 --fields R
  superflip convert --to moves --each "U?UUUUUUUR?RRRRRRRF?FFFFFFFDDDDDDDDDLLLLLLLLLB?BBBBBBB"
  superflip convert --to facelets --from rank 43252003274489855999)");
  return [options] { return convert(*options); };
}

const Registration registered{{50, "convert", "A cube in another notation", add}};

}  // namespace

}  // namespace superflip::cli
