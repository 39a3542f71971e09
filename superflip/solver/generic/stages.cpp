#include "superflip/solver/generic/stages.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <utility>

#include "superflip/coordinate/described/description.h"
#include "superflip/solver/generic/tables_maker.h"

namespace superflip::generic {
namespace {

constexpr std::array<std::string_view, 3> kFirst{"FlipUDSlice", "CornerOrientation * UDSlice",
                                                 "CornerOrientation * EdgeOrientation"};
// Two of the edges are left out: listing what the moves reach takes long for all eight, or for those of the slice, too.
// Where the corners and the slice are solved, the two are, since their order is even. Some corners make the bound
// better.
constexpr std::array<std::string_view, 2> kSecond{"CornerPermutation * Phase2SlicePermutation",
                                                  "edges UR UF UL UB DR DF: order within G1 * corners URF UFL: order"};
// Where the centres move, these come with them; where they turn, the last. Of the ends of stage 1, those are passed
// over whose centres stage 2 cannot turn right: 15 of 16, with all faces.
constexpr std::array<std::string_view, 1> kFirstInSpace{"UDSlice * centres U D: place"};
constexpr std::array<std::string_view, 2> kSecondInSpace{"Phase2SlicePermutation * centres: order",
                                                         "CornerPermutation * centres: order"};
constexpr std::array<std::string_view, 2> kSecondTurned{
    "CornerPermutation * centres: orientation", "edges UR UF UL UB DR DF: order within G1 * centres: orientation"};

// One of so many ends of stage 1 may be good.
constexpr int kMostCosets = 64;
// An end of stage 1 is given up after so many nodes, or after this part of all nodes so far.
constexpr std::uint64_t kLeastSecond = 1'000;
constexpr std::uint64_t kPartOfAll = 64;

// The faces that become U and D: an axis, and a rotation that carries it to UD.
std::optional<Symmetry> rotation_to_ud(int axis) {
  for (const Symmetry s : kAllRotations)
    if (face_of(conjugate(make_move(static_cast<Face>(axis), 1), s)) == U) return s;
  return std::nullopt;
}

bool in_domino(const Cube& cube) {
  for (int x = 0; x < kCorners; ++x)
    if (cube.twist_at(x) != 0) return false;
  for (int x = 0; x < kEdges; ++x)
    if (cube.flip_at(x) != 0 || (x >= FR) != (cube.edge_at(x) >= FR)) return false;
  return cube.centre_at(U) % 3 == U && cube.centre_at(D) % 3 == U;
}

// The steps of stage 2, and which words they are. Null: there are none.
std::shared_ptr<const MoveSet> steps_within(const MoveSet& moves, std::vector<Word>& words) {
  std::vector<Step> steps;
  for (int s = 0; s < moves.size(); ++s)
    if (in_domino(moves[s].cube)) {
      steps.push_back(moves[s]);
      words.push_back({s});
    }
  for (int s = 0; s < moves.size(); ++s) {
    const Cube square = moves[s].cube * moves[s].cube;
    const int cost = 2 * moves[s].cost;
    if (in_domino(moves[s].cube) || !in_domino(square) || cost > MoveSet::kMaxCost || square == kSolved) continue;
    const auto is_square = [&](const Step& step) { return step.cube == square; };
    if (std::any_of(steps.begin(), steps.end(), is_square)) continue;
    const Solution twice = solution_of(moves, {s, s});
    steps.push_back({square, twice.moves, moves[s].name + "2", cost, twice.rotation});
    words.push_back({s, s});
  }
  if (steps.empty()) return nullptr;
  auto made = MoveSet::make("", std::move(steps), moves.centres());
  return made ? std::make_shared<const MoveSet>(*std::move(made)) : nullptr;
}

Subgroup generated(const MoveSet& moves) {
  std::vector<Cube> cubes;
  for (const Step& step : moves.steps()) cubes.push_back(step.cube);
  return Subgroup(cubes);
}

// No table can be made: there are too many values, or distances.
bool is_too_large(const Error& error) { return error.kind == ErrorKind::bad_option; }

struct Planned {
  Stages::Axis axis;  // without its tables
  TablesMaker first;
  TablesMaker second;
  bool is_too_large = false;
};

template <std::size_t N>
Expected<void> add_plans(const std::array<std::string_view, N>& texts, const std::shared_ptr<const MoveSet>& moves,
                         TablesMaker& maker, const StopFlag* stop) {
  for (const std::string_view text : texts) {
    auto description = parse_description(text, stop);
    if (!description) return tl::unexpected<Error>(std::move(description.error()));
    auto planned = plan({*std::move(description), moves}, stop);
    if (!planned) return tl::unexpected<Error>(std::move(planned.error()));
    maker.add(*std::move(planned));
  }
  return {};
}

// The axis as it may be used; nothing where stage 2 has too few moves.
Expected<std::optional<Planned>> planned_axis(const MoveSet& moves, const Subgroup& all, Symmetry turned,
                                              const StopFlag* stop) {
  Planned planned;
  Stages::Axis& axis = planned.axis;
  axis.turned = turned;
  axis.moves = std::make_shared<const MoveSet>(conjugate(moves, turned));
  axis.within = steps_within(*axis.moves, axis.words);
  if (!axis.within) return std::nullopt;
  for (const Step& step : axis.moves->steps()) axis.is_within.push_back(in_domino(step.cube));
  axis.group = std::make_shared<const Subgroup>(generated(*axis.within));
  const bool in_space = std::any_of(moves.steps().begin(), moves.steps().end(),
                                    [](const Step& step) { return step.rotation != Symmetry{}; });
  const bool has_first =
      std::any_of(axis.is_within.begin(), axis.is_within.end(), [](bool is_within) { return !is_within; });
  Expected<void> done;
  if (has_first) {
    done = add_plans(kFirst, axis.moves, planned.first, stop);
    if (done && in_space) done = add_plans(kFirstInSpace, axis.moves, planned.first, stop);
    if (!done) return tl::unexpected<Error>(std::move(done.error()));
    // As many values of stage 1 as can be: the product of the first two coordinates has the slice twice.
    double values = in_space ? 3 : 1;
    for (const std::string_view text : {"CornerOrientation", "EdgeOrientation", "UDSlice"}) {
      const auto one = plan({*parse_description(text), axis.moves}, stop);
      if (!one) return tl::unexpected<Error>(one.error());
      values *= static_cast<double>(one->values());
    }
    const double cosets = static_cast<double>(all.size()) / static_cast<double>(axis.group->size());
    if (cosets > kMostCosets * values) return std::nullopt;
  }
  done = add_plans(kSecond, axis.within, planned.second, stop);
  if (done && in_space) done = add_plans(kSecondInSpace, axis.within, planned.second, stop);
  if (done && moves.centres() == Centres::turned) done = add_plans(kSecondTurned, axis.within, planned.second, stop);
  if (!done) return tl::unexpected<Error>(std::move(done.error()));
  return planned;
}

// The axes with tables of their own, and for each of the three which one it is, by which symmetry of the moves.
struct Axes {
  std::vector<Planned> planned;
  std::vector<std::pair<std::size_t, Symmetry>> ways;
  std::optional<Subgroup> all;  // what the moves generate
  int next = 0;                 // the axis to plan
  std::vector<std::pair<int, std::optional<std::size_t>>> tried;
};

// Plans the axes that are not planned yet.
Expected<void> plan_axes(const MoveSet& moves, Axes& axes, const StopFlag* stop) {
  if (!axes.all) axes.all = generated(moves);
  for (; axes.next < 3; ++axes.next) {
    const int axis = axes.next;
    const auto is_same = [&](Symmetry s, int other) {
      return (moves.symmetries() >> static_cast<int>(s) & 1) != 0 &&
             face_of(conjugate(make_move(static_cast<Face>(axis), 1), s)) % 3 == other;
    };
    std::optional<std::size_t> known;
    bool is_known = false;
    for (const auto& [other, number] : axes.tried)
      for (const Symmetry s : kAllSymmetries)
        if (!is_known && is_same(s, other)) {
          is_known = true;
          known = number;
          if (number) axes.ways.emplace_back(*number, s);
        }
    if (is_known) continue;
    auto planned = planned_axis(moves, *axes.all, *rotation_to_ud(axis), stop);
    if (!planned && !is_too_large(planned.error())) return tl::unexpected<Error>(std::move(planned.error()));
    if (planned && *planned) {
      known = axes.planned.size();
      axes.planned.push_back(**std::move(planned));
      axes.ways.emplace_back(*known, Symmetry{});
    }
    axes.tried.emplace_back(axis, known);
  }
  return {};
}

// What is searched.
struct Searched {
  explicit Searched(const std::shared_ptr<const MoveSet>& given) : holdings(Holdings::of(given)) {
    moves = holdings ? holdings->turns() : std::make_shared<const MoveSet>(given->without_follow_costs());
  }

  std::optional<Holdings> holdings;
  std::shared_ptr<const MoveSet> moves;
};

}  // namespace

Expected<std::vector<SchreierPlan>> Stages::plans(const std::shared_ptr<const MoveSet>& moves, const StopFlag* stop) {
  Axes axes;
  return plan_axes(*Searched(moves).moves, axes, stop).map([&] {
    std::vector<SchreierPlan> plans;
    for (const Planned& planned : axes.planned)
      for (const TablesMaker* const some : {&planned.first, &planned.second})
        plans.insert(plans.end(), some->plans().begin(), some->plans().end());
    return plans;
  });
}

Expected<Stages> Stages::make(const std::shared_ptr<const MoveSet>& moves, const TableSource* source, unsigned threads,
                              const Progress& progress, const StopFlag* stop) {
  return StagesMaker(moves).go_on(source, threads, progress, stop);
}

struct StagesMaker::State {
  Searched searched;
  Axes axes{};
};

StagesMaker::StagesMaker(const std::shared_ptr<const MoveSet>& moves)
    : state_(std::make_unique<State>(State{Searched(moves)})) {}
StagesMaker::~StagesMaker() = default;

Expected<Stages> StagesMaker::go_on(const TableSource* source, unsigned threads, const Progress& progress,
                                    const StopFlag* stop) {
  Axes& axes = state_->axes;
  const Expected<void> are_planned = plan_axes(*state_->searched.moves, axes, stop);
  if (!are_planned) return tl::unexpected<Error>(are_planned.error());
  const auto bytes = [](const SchreierGraph&) { return TablePacking::bytes; };
  const auto open = [&](TablesMaker& maker) { return maker.go_on(bytes, source, threads, progress, stop); };
  for (Planned& planned : axes.planned) {
    if (planned.is_too_large) continue;
    const Expected<void> opened = open(planned.first).and_then([&] { return open(planned.second); });
    planned.is_too_large = !opened && is_too_large(opened.error());
    if (!opened && !planned.is_too_large) return tl::unexpected<Error>(opened.error());
  }
  std::vector<std::shared_ptr<const Stages::Axis>> made;
  for (const Planned& planned : axes.planned) {
    Stages::Axis axis = planned.axis;
    axis.first = planned.first.tables();
    axis.second = planned.second.tables();
    made.push_back(planned.is_too_large ? nullptr : std::make_shared<const Stages::Axis>(std::move(axis)));
  }
  Stages stages;
  stages.holdings_ = state_->searched.holdings;
  stages.moves_ = state_->searched.moves;
  for (const auto& [number, by] : axes.ways) {
    const auto& axis = made[number];
    if (!axis) continue;
    stages.ways_.push_back({axis, by, false});
    stages.ways_.push_back({axis, by, true});
  }
  return stages;
}

StagedWalk::StagedWalk(std::shared_ptr<const Stages> stages, const Cube& given) : stages_(std::move(stages)) {
  if (stages_->holdings()) held_ = rotation_of_centres(given).value();
  const Cube cube = given * kSymmetryCubes[inverse(held_)];
  for (const Stages::Way& way : stages_->ways()) {
    const Stages::Axis& axis = *way.axis;
    const Cube seen = conjugate(conjugate(way.inverse ? inverse(cube) : cube, way.by), axis.turned);
    Trees one{way, std::make_shared<const Tree>(Tree{axis.first, axis.moves, seen, {}, true}),
              std::make_shared<const Tree>(Tree{axis.second, axis.within, {}, {}, true}), node_of(axis.first, seen), 0};
    for (std::size_t t = 0; t < axis.first.size(); ++t) one.least = std::max<int>(one.least, one.root.distance[t]);
    least_ = trees_.empty() ? one.least : std::min(least_, one.least);
    has_first_ = has_first_ || !axis.first.empty();
    trees_.push_back(std::move(one));
  }
  length_ = least_;
  is_over_ = trees_.empty();
}

bool StagedWalk::next(std::uint64_t& nodes, int limit) {
  const std::uint64_t paid = std::min(nodes, owed_);
  nodes -= paid;
  owed_ -= paid;
  while (nodes >= Walk::kLeastNodes && !is_over_) {
    if (second_) {
      if (go_on_with_second(nodes, limit)) return true;
      continue;
    }
    if (!in_length_) {
      begin_length(limit);
      continue;
    }
    const bool is_root = !first_;
    Walk::Status status = Walk::Status::end;
    const std::uint64_t before = nodes;
    if (is_root)
      --nodes;
    else
      status = first_->next(nodes);
    nodes_ += before - nodes;
    if (status == Walk::Status::paused) continue;
    if (status == Walk::Status::end) in_length_ = false;
    const bool is_solved =
        (is_root || status == Walk::Status::word) && begin_second(is_root ? Word{} : first_->steps(), limit);
    if (is_solved) join({});
    if (is_solved) return true;
  }
  return false;
}

void StagedWalk::begin_length(int limit) {
  if (is_begun_) ++at_;
  is_begun_ = false;
  first_.reset();
  if (at_ == trees_.size()) {
    at_ = 0;
    length_ += stages_->moves().cost_unit();
  }
  if (length_ >= limit || (length_ > 0 && !has_first_)) {
    is_over_ = !gave_up_;
    gave_up_ = false;
    length_ = least_;
    at_ = 0;
    return;
  }
  const Trees& trees = trees_[at_];
  is_begun_ = true;
  if (length_ < trees.least || (length_ > 0 && trees.way.axis->first.empty())) return;
  in_length_ = true;
  if (length_ == 0) return;
  first_.emplace(trees.first, trees.root);
  first_->begin(length_);
}

bool StagedWalk::begin_second(const Word& first, int limit) {
  const Trees& trees = trees_[at_];
  const Stages::Axis& axis = *trees.way.axis;
  if (!first.empty() && axis.is_within[static_cast<std::size_t>(first.back())]) return false;
  Cube cube = trees.first->cube;
  for (const int s : first) cube = cube * (*axis.moves)[s].cube;
  int bound = 0;
  for (const auto& table : axis.second) {
    if (!table->graph().defined(cube)) return false;
    bound = std::max(bound, table->distance(table->graph().place(cube)));
    if (bound == DistanceTable::kUnknown || length_ + bound >= limit) return false;
  }
  if (!axis.group->contains(cube)) return false;
  first_word_ = first;
  if (cube == kSolved) return true;
  second_.emplace(trees.second, node_of(axis.second, cube));
  second_length_ = bound;
  second_nodes_ = 0;
  second_->begin(second_length_);
  return false;
}

bool StagedWalk::go_on_with_second(std::uint64_t& nodes, int limit) {
  const std::uint64_t most = std::max(kLeastSecond, nodes_ / kPartOfAll);
  if (second_nodes_ >= most) gave_up_ = true;
  if (second_nodes_ >= most || length_ + second_length_ >= limit) {
    second_.reset();
    return false;
  }
  std::uint64_t left = std::min(nodes, std::max(most - second_nodes_, Walk::kLeastNodes));
  const std::uint64_t granted = left;
  const Walk::Status status = second_->next(left);
  nodes -= granted - left;
  nodes_ += granted - left;
  second_nodes_ += granted - left;
  if (status == Walk::Status::word) {
    join(second_->steps());
    second_.reset();
    return true;
  }
  if (status == Walk::Status::end) {
    second_length_ += stages_->moves().cost_unit();
    if (second_->was_cut())
      second_->begin(second_length_);
    else
      second_.reset();
  }
  return false;
}

void StagedWalk::join(const Word& second) {
  const Stages::Way& way = trees_[at_].way;
  Word word = first_word_;
  for (const int s : second) {
    const Word& one = way.axis->words[static_cast<std::size_t>(s)];
    word.insert(word.end(), one.begin(), one.end());
  }
  const MoveSet& moves = stages_->moves();
  for (int& s : word) {
    s = moves.conjugate(s, inverse(way.by));
    if (way.inverse) s = moves.inverse(s);
  }
  if (way.inverse) std::reverse(word.begin(), word.end());
  word_ = std::move(word);
  if (const auto& holdings = stages_->holdings()) {
    word_ = shortened(moves, std::move(word_));
    owed_ += holdings->nodes_for_steps(word_.size());
    word_ = holdings->steps_of(word_, held_);
  }
}

}  // namespace superflip::generic
