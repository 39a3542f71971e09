// superflip: the Rubik's cube as pieces and as numbers, and solvers for it.
//
//   #include <superflip/superflip.h>
//
//   superflip::Engine engine({.tables = superflip::default_tables().value_or(nullptr)});
//   const auto cube = superflip::read("R U2 F' L D B2");        // moves, 54 stickers, or any other format
//   if (!cube) return complain(cube.error());                   // all that is wrong with it, and the smallest repair
//   const auto answer = engine.solve({.cube = cube->cube, .held = cube->held});
//   if (answer && !answer->solutions.empty())
//     std::cout << to_string(answer->solutions.front().moves) << '\n';
//
// A Question says what is wanted (a short word, a shortest one, or all; the allowed moves and their costs; any goal). A
// Budget limits what it may cost. A Listener receives events during the work and may end it. docs/library.md explains
// all of it in ten minutes. What this header includes is public. Headers under detail/ are not installed.
#pragma once

#include "superflip/base/error.h"
#include "superflip/base/json.h"
#include "superflip/base/memory.h"
#include "superflip/base/mixed_radix.h"
#include "superflip/base/parallel.h"
#include "superflip/base/stop.h"
#include "superflip/base/text.h"
#include "superflip/base/uint128.h"
#include "superflip/campaign/results_file.h"
#include "superflip/coordinate/admissible.h"
#include "superflip/coordinate/any.h"
#include "superflip/coordinate/arrangement.h"
#include "superflip/coordinate/array.h"
#include "superflip/coordinate/basic.h"
#include "superflip/coordinate/catalogue.h"
#include "superflip/coordinate/classes.h"
#include "superflip/coordinate/composite.h"
#include "superflip/coordinate/concept.h"
#include "superflip/coordinate/cube_classes.h"
#include "superflip/coordinate/description.h"
#include "superflip/coordinate/laws.h"
#include "superflip/coordinate/modulo.h"
#include "superflip/coordinate/named.h"
#include "superflip/coordinate/orbit.h"
#include "superflip/coordinate/orientation.h"
#include "superflip/coordinate/reached.h"
#include "superflip/coordinate/sym_composite.h"
#include "superflip/coordinate/symmetric.h"
#include "superflip/coordinate/symmetry_group.h"
#include "superflip/coordinate/within.h"
#include "superflip/cube/algorithm.h"
#include "superflip/cube/array.h"
#include "superflip/cube/axis_orientation.h"
#include "superflip/cube/cube.h"
#include "superflip/cube/cycles.h"
#include "superflip/cube/move.h"
#include "superflip/cube/move_set.h"
#include "superflip/cube/packing.h"
#include "superflip/cube/piece.h"
#include "superflip/cube/random.h"
#include "superflip/cube/space.h"
#include "superflip/cube/subgroup.h"
#include "superflip/cube/symmetry.h"
#include "superflip/engine/coordinate_report.h"
#include "superflip/engine/engine.h"
#include "superflip/engine/pipeline.h"
#include "superflip/engine/plan.h"
#include "superflip/engine/report.h"
#include "superflip/engine/table_sets.h"
#include "superflip/reading/cube_json.h"
#include "superflip/reading/doctor.h"
#include "superflip/reading/facelets.h"
#include "superflip/reading/formats.h"
#include "superflip/reading/pocket_facelets.h"
#include "superflip/reading/read.h"
#include "superflip/solver/profile.h"
#include "superflip/solver/solver.h"
#include "superflip/table/class_transition.h"
#include "superflip/table/distance_table.h"
#include "superflip/table/fingerprint.h"
#include "superflip/table/levels.h"
#include "superflip/table/memory_tables.h"
#include "superflip/table/schreier_graph.h"
#include "superflip/table/source.h"
#include "superflip/table/store.h"
#include "superflip/table/transform.h"
#include "superflip/table/transition.h"
