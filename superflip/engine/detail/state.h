// What is behind an Engine: its options, its tables with their idle solvers, and what it knows of goals.
#pragma once

#include <utility>

#include "superflip/engine/detail/holding.h"
#include "superflip/engine/detail/shared_tables.h"
#include "superflip/engine/engine.h"

namespace superflip {

struct Engine::State {
  explicit State(EngineOptions given) : options(std::move(given)), tables(options) {}

  const EngineOptions options;
  detail::SharedTables tables;
  detail::NarrowedPatterns narrowed{};
};

}  // namespace superflip
