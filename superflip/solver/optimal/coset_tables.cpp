#include "superflip/solver/optimal/coset_tables.h"

namespace superflip::optimal {

const CosetTables& CosetTables::get() {
  static const CosetTables tables;
  return tables;
}

}  // namespace superflip::optimal
