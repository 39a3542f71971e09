// The results file of a batch keeps the solutions that were found, however the program ends.
//
// The first line is a header: "superflip results 1 htm". Each other line is "RANK LENGTH MOVES": the number of a cube
// (packing.h) and a solution that was proven to be a shortest one when it was written. Every line that is read is
// replayed. If one does not solve its cube, the file is not ours and is not changed. The only thing that is ever
// removed is an incomplete last line, which a killed program leaves behind. A line contains no proof that its solution
// is a shortest one, so solutions that are read count as known, not as proven. Lines are appended with one write each.
// Files without a header, as earlier versions wrote them, are read and continued without one.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "superflip/superflip.h"

namespace superflip::cli {

class ResultsFile {
 public:
  // Receives sentences for a person: that a torn last line was cut off.
  using Warn = std::function<void(const std::string&)>;

  // Reads the file, or creates it with only a header. Errors: unreadable (it is not a results file, and is left
  // unchanged), system (another process writes to it, it cannot be opened, or it is not a regular file), stopped.
  static Expected<ResultsFile> open(const std::string& path, const Warn& warn = {}, const StopFlag* stop = nullptr);

  ResultsFile(ResultsFile&&) noexcept;
  ResultsFile& operator=(ResultsFile&&) = delete;
  ~ResultsFile();

  // The solution that the file holds for a reachable cube. May be called from any thread.
  std::optional<Moves> find(const Cube& cube) const;

  // Adds a solution. When it returns, the system has the line: it is not lost however this program ends, but a power
  // failure may lose the last seconds. May be called from any thread. Error: system.
  Expected<void> add(const Cube& cube, const Moves& solution);

 private:
  struct State;
  explicit ResultsFile(std::unique_ptr<State> state);

  std::unique_ptr<State> state_;
};

}  // namespace superflip::cli
