// The tables of corners and edges together, made once per process.
#pragma once

#include "superflip/solver/optimal/corner_classes.h"
#include "superflip/solver/optimal/edge_classes.h"

namespace superflip::optimal {

struct CosetTables : CornerClasses, EdgeClasses {
  static const CosetTables& get();  // made at first use, in some hundredths of a second
};

}  // namespace superflip::optimal
