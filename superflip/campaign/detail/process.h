// Who a process is, so that others know whether it has ended.
//
// A machine is its boot and its namespace of processes: two containers on one machine do not see each other's
// processes, and after a restart of the machine all of them have ended. A process is its number and when it began,
// because numbers are used again.
#pragma once

#include <cstdint>
#include <string>

namespace superflip::detail {

struct ProcessIdentity {
  std::string host{};     // the machine's name, for people
  std::string machine{};  // equal where processes see each other
  std::int64_t process = 0;
  std::int64_t began = 0;  // in the system's units; 0 where it does not tell
};

ProcessIdentity this_process_identity();

// Whether a process of this machine has ended. Precondition: its machine is this one.
bool has_ended(const ProcessIdentity& process);

}  // namespace superflip::detail
