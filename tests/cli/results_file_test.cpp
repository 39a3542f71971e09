// The results file: what is added is found again, and what is not ours is left as it is.
#include "apps/cli/results_file.h"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

#include "superflip/cube/algorithm.h"
#include "tests/support/temporary_folder.h"

namespace superflip::cli {
namespace {

std::string contents(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

class ResultsFiles : public testing::Test {
 protected:
  std::string path() const { return folder_.path() / "results"; }

  const Moves scramble_ = parse_algorithm("R U F2")->moves;
  const Moves solution_ = parse_algorithm("F2 U' R'")->moves;
  const Cube cube_ = apply(kSolved, scramble_);

 private:
  const TemporaryFolder folder_;
};

TEST_F(ResultsFiles, KeepWhatIsAdded) {
  {
    auto file = ResultsFile::open(path());
    ASSERT_TRUE(file);
    EXPECT_FALSE(file->find(cube_));
    ASSERT_TRUE(file->add(cube_, solution_));
    EXPECT_EQ(file->find(cube_), solution_);
    const auto second = ResultsFile::open(path());  // the first one writes to it
    ASSERT_FALSE(second);
    EXPECT_EQ(second.error().kind, ErrorKind::system);
  }
  const std::string before = contents(path());
  const auto again = ResultsFile::open(path());
  ASSERT_TRUE(again);
  EXPECT_EQ(again->find(cube_), solution_);
  EXPECT_EQ(contents(path()), before);
}

TEST_F(ResultsFiles, AnotherFileIsLeftAsItIs) {
  for (const std::string& text :
       std::vector<std::string>{"my notes\n", "superflip results 1 htm\n0 0 R\n", "12 1 U\nx"}) {
    std::ofstream(path(), std::ios::binary) << text;
    const auto file = ResultsFile::open(path());
    ASSERT_FALSE(file) << text;
    EXPECT_EQ(file.error().kind, ErrorKind::unreadable);
    EXPECT_EQ(contents(path()), text);
  }
}

TEST_F(ResultsFiles, AStopIsHeardWhileReading) {
  ASSERT_TRUE(ResultsFile::open(path()));
  const std::string before = contents(path());
  const StopFlag stop{true};
  const auto file = ResultsFile::open(path(), {}, &stop);
  ASSERT_FALSE(file);
  EXPECT_EQ(file.error().kind, ErrorKind::stopped);
  EXPECT_EQ(contents(path()), before);
}

}  // namespace
}  // namespace superflip::cli
