// A source of tables that keeps none, and can stop the work after each one, or fail.
#pragma once

#include <cstddef>
#include <limits>
#include <map>
#include <span>
#include <string>

#include "superflip/base/error.h"
#include "superflip/base/stop.h"
#include "superflip/table/source.h"

namespace superflip {

class StopsAfterEach final : public TableSource {
 public:
  bool is_stopping = false;
  bool has_memory = true;                      // else no table can be made
  mutable StopFlag stop{false};                // set after each table, while it is_stopping
  mutable std::map<std::string, int> built{};  // how often, by what describe() says
  // The same for tables that are only read (ReadOnlyTables), of which none is there: after so many that are looked for,
  // the next one stops the work.
  mutable int loads = std::numeric_limits<int>::max();
  mutable std::map<std::string, int> looked_for{};

 private:
  Expected<Table> do_load(const TableIdentity& identity, const StopFlag* until) const override {
    if (until != nullptr) {  // else it is only asked whether the table is there
      ++looked_for[describe(identity)];
      if (--loads < 0) stop = true;
    }
    return fail(ErrorKind::system, "there is no table");
  }
  Expected<void> do_save(const TableIdentity&, std::span<const std::byte>, const StopFlag*) const override {
    return {};
  }
  Expected<Table> do_load_or_build(const TableIdentity& identity, const BuildTable& build,
                                   const StopFlag* until) const override {
    if (stop) return tl::unexpected(stopped_error(identity, "made"));
    if (!has_memory) return fail(ErrorKind::out_of_memory, "there is not enough memory");
    ++built[describe(identity)];
    auto table = build_table(identity, build, until);
    stop = is_stopping;
    return table;
  }
};

}  // namespace superflip
