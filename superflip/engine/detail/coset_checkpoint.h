// Checkpoints of a coset: a file from which an interrupted run goes on.
//
// The file begins with the header of a table file (table/detail/table_file.h): its parameters are the version of the
// program and what was asked, and its checksum is that of all the rest. Then come numbers of 64 bits, all that a run
// knows beside the bitmap, and the pages of the bitmap: of each the number of its bits, and their places; or the page
// as it is, where that is shorter. So a file has a few bytes for each position while these are few, and at most 2.4 GB.
//
// The file is written under another name (FILE.tmp), flushed and renamed, so that one of that name is always whole. A
// run that uses it holds the lock FILE.lock. FILE is the target of a symbolic link, not the link. A file that is no
// checkpoint is never replaced.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "superflip/base/detail/file.h"
#include "superflip/base/error.h"
#include "superflip/base/stop.h"
#include "superflip/engine/coset.h"
#include "superflip/solver/coset/enumeration.h"

namespace superflip::detail {

// A position to be solved, and where its word goes.
struct CosetPending {
  enum class Goes : std::uint8_t { to_samples, to_listed, to_left_over };
  coset::Place place;
  int depth;      // its word has at most so many moves
  bool is_exact;  // and not fewer
  Goes goes;
};

// The first places that no level holds.
struct CosetMissing {
  std::vector<coset::Place> places{};
  bool is_all = false;
};

// All that a run knows beside the bitmap, between two levels or where one of them can be gone on with.
struct CosetProgress {
  std::vector<CosetLevel> levels{};     // those that are finished, without samples
  std::vector<std::uint32_t> parts{};   // of each: Enumeration::next()
  bool is_proving = false;              // CosetQuestion::prove
  std::vector<CosetPending> pending{};  // none of these goes to left_over
  bool is_list_complete = false;        // CosetAnswer
  std::vector<coset::Place> probes{};   // random places that no level holds
  CosetMissing candidates{};            // before the level that is under way
  Clock::duration spent{};              // on that level
  coset::Enumeration::State enumeration{};
};

class CosetCheckpoint {
 public:
  // Takes the file, which need not exist, for a run. Error: system, if another run has it or it cannot be locked.
  static Expected<CosetCheckpoint> open(std::filesystem::path file);

  // What the file has of a run that was asked the same (but for depths, proofs and what is left over), with its bitmap,
  // which must be that of a new Enumeration; nothing if there is no file. Errors: bad_option, if the file is of another
  // run or no checkpoint; system, if it is damaged or cannot be read; stopped. Throws std::bad_alloc.
  Expected<std::optional<CosetProgress>> load(const CosetQuestion& question, coset::Bitmap& bitmap,
                                              const StopFlag* stop) const;

  // Replaces the file. `on_progress` gets the fraction that is written, 0..1. No flag ends it: it is what is done at a
  // stop. Error: system. Throws std::bad_alloc, and what `on_progress` throws. After either the file is as it was.
  Expected<void> save(const CosetQuestion& question, const CosetProgress& progress, const coset::Bitmap& bitmap,
                      const std::function<void(double)>& on_progress = {}) const;

  // The file's name for messages.
  std::string shown() const;

 private:
  CosetCheckpoint(std::filesystem::path file, FileLock lock) : file_(std::move(file)), lock_(std::move(lock)) {}

  std::filesystem::path file_;
  FileLock lock_;
};

}  // namespace superflip::detail
