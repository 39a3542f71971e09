// What people have pasted, pasted.json, and what it is: moves or stickers that make the same cube, held in the same
// way, and the notes; or the sentence that refuses it. The tests of Python, of the npm package and of the page have the
// same table, so that every door reads alike.
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "superflip/reading/layout.h"
#include "superflip/reading/read.h"

namespace superflip {
namespace {

TEST(Pasted, IsReadAsTheTableSays) {
  const auto table = nlohmann::json::parse(std::ifstream(SUPERFLIP_PASTED));
  int count = 0;
  for (const auto& [kind, rows] : table.items())
    for (const auto& row : rows) {
      const std::string text = row.at("text");
      SCOPED_TRACE(kind);
      SCOPED_TRACE(text);
      ++count;
      const auto reading = read(text);
      if (row.contains("refused")) {
        ASSERT_FALSE(reading);
        EXPECT_EQ(reading.error().problems.front(), row.at("refused"));
        continue;
      }
      ASSERT_TRUE(reading) << reading.error().problems.front();
      const bool are_moves = row.contains("moves");
      const auto meant = are_moves
                             ? read(std::string(row.at("moves")), {.formats = {Format::moves}})
                             : read(std::string(row.at("stickers")), {.listed = {parse_layout("URFDLB").value(), {}}});
      ASSERT_TRUE(meant) << meant.error().problems.front();
      EXPECT_EQ(reading->cube, meant->cube);
      EXPECT_EQ(reading->held, meant->held);
      EXPECT_EQ(reading->notes, row.value("notes", std::vector<std::string>()));
    }
  EXPECT_GT(count, 50);
}

}  // namespace
}  // namespace superflip
