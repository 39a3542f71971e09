// The results file of `superflip optimal`: what was proven stays proven, whatever ends the program.
//
// A line is "RANK LENGTH MOVES": the number of a cube (packing.h) and a shortest solution of it. Every line that is
// read is replayed, and a file in which one does not solve its cube is not ours and is left alone; only a last line
// without its end, as a kill leaves it behind, is cut off. Lines are appended with one write each.
#pragma once

#include <map>
#include <mutex>
#include <optional>
#include <string>

#include "superflip/cube/cube.h"
#include "superflip/cube/error.h"
#include "superflip/cube/move.h"
#include "superflip/cube/packing.h"

namespace superflip::cli {

class ResultsFile {
 public:
  // Reads what is there, or makes an empty file. Throws std::system_error when the system fails.
  static Expected<ResultsFile> open(const std::string& path);

  ResultsFile(ResultsFile&& other) noexcept;
  ResultsFile& operator=(ResultsFile&&) = delete;
  ~ResultsFile();

  // The shortest solution of a reachable cube that was proven before; from any thread.
  std::optional<Moves> find(const Cube& cube);

  // Adds one. When it returns the system has it: the end of this program, however that comes, does not lose it; a power
  // failure may lose the last seconds. From any thread. Throws std::system_error.
  void add(const Cube& cube, const Moves& solution);

 private:
  ResultsFile(std::string path, int file) : path_(std::move(path)), file_(file) {}
  Expected<void> read();

  std::string path_;
  int file_;
  std::mutex mutex_;
  std::map<Uint128, Moves> solutions_;
};

}  // namespace superflip::cli
