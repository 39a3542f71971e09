#include "superflip/solver/generic/pattern_goals.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <optional>
#include <string>
#include <unordered_set>
#include <utility>

#include "superflip/coordinate/detail/pieces.h"
#include "superflip/solver/generic/walk.h"

namespace superflip::generic {
namespace {

constexpr std::size_t kMaxGoals = 20'000;  // of a table

// Whether these rotations keep those of the pattern as they are.
bool is_kept_by(const Pattern& pattern, std::uint64_t rotations) {
  for (const Symmetry s : kAllRotations)
    for (const Symmetry t : kAllRotations)
      if ((pattern.rotations >> s & 1) != 0 && (rotations >> t & 1) != 0 && (pattern.rotations >> s * t & 1) == 0)
        return false;
  return true;
}

std::uint32_t options_at(const Pattern& pattern, PieceKind kind, int place) {
  return kind == PieceKind::corners ? pattern.corner[place] : pattern.edge[place];
}

// The orientations in which a place may hold a piece, as bits.
unsigned orientations_at(const Pattern& pattern, PieceKind kind, int place, int piece) {
  const int n = orientations_of(kind);
  return options_at(pattern, kind, place) >> n * piece & ((1U << n) - 1);
}

// Pieces that are alike in all patterns.
struct Class {
  PieceKind kind;
  Pieces pieces;
  bool oriented;  // their orientations matter

  int count() const { return std::popcount(pieces); }
};

std::vector<Class> classes_of(std::span<const Pattern> patterns, PieceKind kind) {
  const int pieces = pieces_of(kind);
  const unsigned all = (1U << orientations_of(kind)) - 1;
  const auto are_alike = [&](int p, int q) {
    return std::all_of(patterns.begin(), patterns.end(), [&](const Pattern& pattern) {
      for (int x = 0; x < pieces; ++x)
        if (orientations_at(pattern, kind, x, p) != orientations_at(pattern, kind, x, q)) return false;
      return true;
    });
  };
  std::vector<Class> classes;
  Pieces done = 0;
  for (int p = 0; p < pieces; ++p) {
    if ((done >> p & 1) != 0) continue;
    Class c{kind, 0, false};
    for (int q = p; q < pieces; ++q)
      if (are_alike(p, q)) c.pieces |= static_cast<Pieces>(1U << q);
    done |= c.pieces;
    for (const Pattern& pattern : patterns)
      for (int x = 0; x < pieces; ++x) {
        const unsigned turned = orientations_at(pattern, kind, x, p);
        c.oriented = c.oriented || (turned != 0 && turned != all);
      }
    classes.push_back(c);
  }
  // The places of one class follow from those of the others.
  const auto largest = std::max_element(classes.begin(), classes.end(), [](const Class& a, const Class& b) {
    return std::pair(!a.oriented, a.count()) < std::pair(!b.oriented, b.count());
  });
  if (!largest->oriented) classes.erase(largest);
  return classes;
}

// The centres whose turns matter, each a class of its own: its face counts only as far as its turn does.
std::vector<Class> turns_of(std::span<const Pattern> patterns) {
  std::vector<Class> classes;
  for (int centre = 0; centre < kFaces; ++centre)
    if (std::any_of(patterns.begin(), patterns.end(), [centre](const Pattern& pattern) {
          for (int f = 0; f < kFaces; ++f)
            if (const unsigned turns = pattern.turns_at(f, centre); turns != 0 && turns != 15) return true;
          return false;
        }))
      classes.push_back({PieceKind::centres, static_cast<Pieces>(1U << centre), true});
  return classes;
}

// What of the centres a table knows: which is where, and the turns of some.
struct CentresOf {
  bool order = false;
  Pieces turned = 0;

  bool any() const { return order || turned != 0; }
};

// The values that a pattern allows to some classes, and to the centres as far as they count, each by a cube. More than
// kMaxGoals are not listed, nor are any once the stop flag is set.
class Listing {
 public:
  Listing(const std::vector<Class>& classes, const CentresOf& centres, std::span<const Pattern> patterns,
          const StopFlag* stop)
      : classes_(classes), centres_(centres), stop_(stop) {
    for (const Pattern& pattern : patterns) {
      pattern_ = &pattern;
      for (auto& places : free_) places = static_cast<Pieces>(0xFFFF);
      place(0, 0, 0);
    }
  }

  bool is_complete() const { return cubes_.size() <= kMaxGoals && tries_ <= kMaxTries && !is_set(stop_); }
  std::vector<Cube> cubes() const { return {cubes_.begin(), cubes_.end()}; }

 private:
  static constexpr std::size_t kMaxTries = 2'000'000;

  // Puts the pieces of a class, from the n-th on, to places from `from` on.
  void place(std::size_t index, int n, int from) {
    if (!is_complete()) return;
    ++tries_;
    if (index == classes_.size()) return finish();
    const Class& c = classes_[index];
    if (n == c.count()) return place(index + 1, 0, 0);
    const auto k = static_cast<std::size_t>(c.kind);
    const int like = std::countr_zero(c.pieces);
    for (int x = from; x < pieces_of(c.kind); ++x) {
      if ((free_[k] >> x & 1) == 0) continue;
      const unsigned turned = orientations_at(*pattern_, c.kind, x, like);
      if (turned == 0) continue;
      free_[k] &= static_cast<Pieces>(~(1U << x));
      for (int o = 0; o < orientations_of(c.kind); ++o) {
        if ((turned >> o & 1) == 0) continue;
        held_[k][static_cast<std::size_t>(x)] = {nth(c.pieces, n), o};
        place(index, n + 1, x + 1);
        if (!c.oriented) break;
      }
      free_[k] |= static_cast<Pieces>(1U << x);
    }
  }

  static int nth(Pieces pieces, int n) {
    for (; n > 0; --n) pieces &= static_cast<Pieces>(pieces - 1);
    return std::countr_zero(pieces);
  }

  // The other pieces stand anywhere.
  void finish() {
    Cube cube;
    for (const PieceKind kind : {PieceKind::corners, PieceKind::edges}) {
      const auto k = static_cast<std::size_t>(kind);
      Pieces left = all_pieces(kind);
      int sum = 0;
      for (int x = 0; x < pieces_of(kind); ++x)
        if ((free_[k] >> x & 1) == 0) left &= static_cast<Pieces>(~(1U << held_[k][static_cast<std::size_t>(x)].first));
      const bool is_whole = left == 0;
      for (int x = 0; x < pieces_of(kind); ++x) {
        auto [piece, orientation] = held_[k][static_cast<std::size_t>(x)];
        if ((free_[k] >> x & 1) != 0) {
          piece = std::countr_zero(left);
          left &= static_cast<Pieces>(left - 1);
          orientation = 0;
        }
        sum += orientation;
        if (kind == PieceKind::corners)
          cube.set_corner(x, piece, orientation);
        else
          cube.set_edge(x, piece, orientation);
      }
      // No reachable cube: such values are left out.
      const bool are_all_oriented = is_whole && std::all_of(classes_.begin(), classes_.end(), [&](const Class& c) {
                                      return c.kind != kind || c.oriented;
                                    });
      if (are_all_oriented && sum % orientations_of(kind) != 0) return;
    }
    for (std::uint64_t left = centres_.any() ? pattern_->rotations : Pattern::kAtHome; left != 0; left &= left - 1) {
      const Cube& carried = kSymmetryCubes[Symmetry(std::countr_zero(left))];
      for (int f = 0; f < kFaces; ++f) cube.set_centre(f, carried.centre_at(f), carried.turn_at(f));
      turn(cube, 0);
    }
  }

  // Turns the centres on the faces from that one on.
  void turn(Cube& cube, int from) {
    if (!is_complete()) return;
    ++tries_;
    int f = from;
    while (f < kFaces && (centres_.turned >> cube.centre_at(f) & 1) == 0) ++f;
    if (f == kFaces) {
      cubes_.insert(cube);
      return;
    }
    const unsigned turns = pattern_->turns_at(f, cube.centre_at(f));
    for (int turn_there = 0; turn_there < 4; ++turn_there) {
      if ((turns >> turn_there & 1) == 0) continue;
      cube.set_turn(f, turn_there);
      turn(cube, f + 1);
    }
  }

  const std::vector<Class>& classes_;
  const CentresOf centres_;
  const StopFlag* const stop_;
  const Pattern* pattern_ = nullptr;
  std::array<Pieces, 2> free_{};  // places
  std::array<std::array<std::pair<int, int>, kEdges>, 2> held_{};
  std::unordered_set<Cube> cubes_;
  std::size_t tries_ = 0;
};

// Single pieces of a kind are one ordered set, or all pieces of it: the tables of these are made fastest.
Description description_of(const std::vector<Class>& classes, const CentresOf& centres) {
  std::vector<std::string> statements;
  if (centres.order) statements.emplace_back("centres: order");
  const auto add = [&](PieceKind kind, Pieces pieces, std::string_view properties) {
    std::string text(name(kind));
    for (int p = 0; pieces != all_pieces(kind) && p < pieces_of(kind); ++p)
      if ((pieces >> p & 1) != 0) text += fmt::format(" {}", piece_name(kind, p));
    statements.push_back(fmt::format("{}: {}", text, properties));
  };
  if (centres.turned != 0) add(PieceKind::centres, centres.turned, "order orientation");
  for (const PieceKind kind : {PieceKind::corners, PieceKind::edges})
    for (const bool oriented : {true, false}) {
      Pieces singles = 0;
      for (const Class& c : classes) {
        if (c.kind != kind || c.oriented != oriented) continue;
        if (c.count() == 1)
          singles |= c.pieces;
        else if (c.pieces == all_pieces(kind))
          add(kind, c.pieces, "orientation");
        else
          add(kind, c.pieces, oriented ? "place orientation" : "place");
      }
      if (singles != 0) add(kind, singles, oriented ? "order orientation" : "order");
    }
  return *parse_description(fmt::format("{}", fmt::join(statements, " * ")));
}

// Classes that go into one table.
class Choice {
 public:
  // `rotations`: how many the centres have; `has_order`: they count.
  Choice(std::span<const Pattern> patterns, double max_values, int rotations, bool has_order, const StopFlag* stop)
      : patterns_(patterns), max_values_(max_values), rotations_(rotations), stop_(stop), centres_{has_order, 0} {}

  bool add(const Class& c) {
    if (c.kind == PieceKind::centres) return add_turns(c.pieces);
    if (std::any_of(classes_.begin(), classes_.end(),
                    [&](const Class& has) { return has.kind == c.kind && has.pieces == c.pieces; }))
      return false;
    classes_.push_back(c);
    if (is_small_enough() && list()) return true;
    classes_.pop_back();
    return false;
  }

  // Lists the goals; false if they are too many, or the stop flag is set.
  bool list() {
    const Listing listing(classes_, centres_, patterns_, stop_);
    if (listing.is_complete()) goals_ = listing.cubes();
    return listing.is_complete();
  }

  // The part of its pieces of a kind that the table knows.
  double share(PieceKind kind) const {
    int pieces = kind == PieceKind::centres ? std::popcount(centres_.turned) : 0;
    for (const Class& c : classes_) pieces += c.kind == kind ? c.count() : 0;
    return static_cast<double>(pieces) / pieces_of(kind);
  }
  bool is_empty() const { return classes_.empty() && centres_.turned == 0; }
  CoordinateGoal goal() const { return {description_of(classes_, centres_), goals_, {}, {}, false}; }

 private:
  bool add_turns(Pieces turned) {
    if ((centres_.turned & turned) != 0) return false;
    centres_.turned |= turned;
    if (is_small_enough() && list()) return true;
    centres_.turned &= static_cast<Pieces>(~turned);
    return false;
  }

  // The moves of a part are listed one by one, which takes longer than all the rest.
  bool is_small_enough() const {
    constexpr Index kMaxPart = 4'000'000;
    double values = centres_.any() ? rotations_ : 1;
    values *= 1U << 2 * std::popcount(centres_.turned);
    if (classes_.empty()) return values <= max_values_;
    const Description pieces = description_of(classes_, {});
    return values * static_cast<double>(pieces.size()) <= max_values_ &&
           std::all_of(pieces.parts.begin(), pieces.parts.end(),
                       [](const AnyCoordinate& part) { return part.size() <= kMaxPart; });
  }

  std::span<const Pattern> patterns_;
  double max_values_;
  int rotations_;
  const StopFlag* stop_;
  CentresOf centres_;
  std::vector<Class> classes_;
  std::vector<Cube> goals_;
};

}  // namespace

std::uint64_t rotations_of(const MoveSet& moves) {
  std::uint64_t all = Pattern::kAtHome;
  if (moves.centres() == Centres::fixed) return all;
  for (std::uint64_t before = 0; all != before;) {
    before = all;
    for (const Symmetry s : kAllRotations)
      for (const Step& step : moves.steps())
        if ((all >> s & 1) != 0) all |= std::uint64_t{1} << s * step.rotation;
  }
  return all;
}

int count_rotations(const MoveSet& moves) { return std::popcount(rotations_of(moves)); }

Expected<std::vector<CoordinateGoal>> goals_of_patterns(std::span<const Pattern> patterns, const MoveSet& moves,
                                                        double max_values, const StopFlag* stop) {
  const std::uint64_t rotations = rotations_of(moves);
  const bool are_kept = std::all_of(patterns.begin(), patterns.end(),
                                    [rotations](const Pattern& pattern) { return is_kept_by(pattern, rotations); });
  const int count = std::popcount(rotations);
  using Classes = std::array<std::vector<Class>, kPieceKinds>;
  Classes all{classes_of(patterns, PieceKind::corners), classes_of(patterns, PieceKind::edges), turns_of(patterns)};
  Classes open = all;  // in no table yet
  const auto is_empty = [](const Classes& classes) {
    return std::all_of(classes.begin(), classes.end(), [](const auto& of_kind) { return of_kind.empty(); });
  };
  std::vector<CoordinateGoal> goals;
  const auto try_each = [](Choice& choice, std::vector<Class>& from, bool take) {
    for (auto c = from.begin(); c != from.end(); ++c)
      if (choice.add(*c)) {
        if (take) from.erase(c);
        return true;
      }
    return false;
  };
  // The kinds take turns: each move turns four corners and four edges.
  const auto fill = [&](Choice& choice, Classes& from, bool take) {
    for (;;) {
      std::array kinds{PieceKind::edges, PieceKind::corners, PieceKind::centres};
      std::stable_sort(kinds.begin(), kinds.end(),
                       [&](PieceKind a, PieceKind b) { return choice.share(a) < choice.share(b); });
      if (std::none_of(kinds.begin(), kinds.end(),
                       [&](PieceKind kind) { return try_each(choice, from[static_cast<std::size_t>(kind)], take); }))
        return;
    }
  };
  const bool are_alone = moves.centres() != Centres::fixed && (are_kept || is_empty(all));
  while (!is_empty(open) && goals.size() + (are_alone ? 1 : 0) < kMaxTables) {
    Choice choice(patterns, max_values, count, !are_kept, stop);
    fill(choice, open, true);
    if (choice.is_empty()) break;  // each of the others allows too many values
    fill(choice, all, false);
    goals.push_back(choice.goal());
  }
  const auto stopped = [] { return fail(ErrorKind::stopped, "stopped while the goals were prepared"); };
  if (is_set(stop)) return stopped();
  if (goals.empty() && (!is_empty(all) || !are_alone))
    return fail(ErrorKind::bad_option,
                "too many different cubes are goals: expected a goal that says more about some pieces");
  if (are_alone) {
    Choice centres(patterns, max_values, count, true, stop);
    if (!centres.list() && is_set(stop)) return stopped();
    goals.push_back(centres.goal());
  }
  return goals;
}

}  // namespace superflip::generic
