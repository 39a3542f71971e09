// One run over the levels of a coset, in the thread that works: the levels one after the other, the positions that are
// wanted one by one, and their words.
#pragma once

#include "superflip/base/error.h"
#include "superflip/base/stop.h"
#include "superflip/engine/coset.h"
#include "superflip/engine/detail/coset_checkpoint.h"
#include "superflip/engine/engine.h"
#include "superflip/solver/coset/enumeration.h"

namespace superflip::detail {

// The answer to a question that makes sense, whose metric is that of the workspace. `ended` is complete or stopped; the
// events are those of CosetSolver::solve(). checkpoint: nullptr: none; when the run is stopped, what it has of the
// level that is searched is written first. way: how levels are made; its on_round is this function's. Errors: those of
// the checkpoint before the first search; internal. What fails later is in the answer's notes. Throws what the system
// throws.
Expected<CosetAnswer> run_coset(Engine& engine, coset::Workspace& workspace, const CosetQuestion& question,
                                const StopFlag* stop, const OnEvent& on_event, const CosetCheckpoint* checkpoint,
                                coset::Enumeration::Way way = {});

}  // namespace superflip::detail
