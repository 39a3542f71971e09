#include "superflip/campaign/detail/process.h"

#include <signal.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <fstream>
#include <limits>
#include <sstream>
#include <string>

#include "superflip/base/text.h"

namespace superflip::detail {
namespace {

// What /proc/PID/stat says.
struct Stat {
  char state = '?';        // field 3
  std::int64_t began = 0;  // field 22: clock ticks since the machine began; 0 where there is no such file
};

// The second field is the program's name in parentheses, which may itself contain some.
Stat stat_of(std::int64_t process) {
  std::ifstream file("/proc/" + std::to_string(process) + "/stat");
  std::string line;
  std::getline(file, line);
  const std::size_t name_end = line.rfind(')');
  if (name_end == std::string::npos) return {};
  std::istringstream fields(line.substr(name_end + 1));
  Stat stat;
  fields >> stat.state;
  std::string field;
  for (int i = 4; i <= 21; ++i) fields >> field;
  if (!(fields >> stat.began)) stat.began = 0;
  return stat;
}

}  // namespace

ProcessIdentity this_process_identity() {
  ProcessIdentity identity;
  std::array<char, 256> name{};
  if (::gethostname(name.data(), name.size() - 1) == 0) identity.host = text::escaped(name.data());
  identity.machine = identity.host;
  std::ifstream boot("/proc/sys/kernel/random/boot_id");
  if (std::string id; std::getline(boot, id)) identity.machine = id;
  std::array<char, 64> space{};
  if (::readlink("/proc/self/ns/pid", space.data(), space.size() - 1) > 0)
    identity.machine += std::string(" ") + space.data();
  identity.process = ::getpid();
  identity.began = stat_of(identity.process).began;
  return identity;
}

bool has_ended(const ProcessIdentity& process) {
  if (process.process <= 0 || process.process > std::numeric_limits<pid_t>::max()) return true;
  if (::kill(static_cast<pid_t>(process.process), 0) != 0 && errno == ESRCH) return true;
  const Stat stat = stat_of(process.process);
  if (stat.state == 'Z' || stat.state == 'X') return true;  // its parent has not asked how it ended
  return stat.began != 0 && process.began != 0 && stat.began != process.began;
}

}  // namespace superflip::detail
