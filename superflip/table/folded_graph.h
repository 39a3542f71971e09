// FoldedGraph: the graph of an outer coordinate that is folded by symmetry, and of others that are not.
//
// An entry stands for an outer class, and the values of a middle and of an inner coordinate for a cube as seen from the
// class's representative (see SymComposite). There is a block for each class and middle value, with an entry for each
// inner value. A move carries the representative to a cube c of some class, and a symmetry F carries c to that class's
// representative, F^-1 * c * F. The middle and inner values change by the move and then by F. So three lists describe
// the graph: for each class and move, the new class and the position of F; for each move and position, a row of middle
// values; and for each move and position, a row of inner values. An unfolded graph is one with the trivial group. Rows
// of inner values have 16 bits an entry, to stay in the caches; the middle coordinate is what makes the others small
// enough.
//
// This needs symmetries that act on the inner values by themselves. Some symmetries act only on the outer and inner
// values together: to which twist a third of a turn carries a twist depends on the permutation of the corners. But
// within a class the outer value is known, and so is the symmetry that follows each move. So such a graph has *class
// rows*: for each class and move a row of inner values, and one for each map that fixes the class's representative.
//
// Inversion can be one more symmetry (symmetric.h): a map is then F with or without inversion, at position p (that of F
// in the group) or at order + p. Moves multiply on the right, so c*m does not determine c^-1*m. A class that contains c
// and c^-1 therefore has two neighbours for each move m, the classes of c*m and of c^-1*m, and the graph has twice as
// many moves: first all of the first kind, then all of the second. Both neighbours are one move m away, because c and
// c^-1 are equally far from the solved cube.
//
// Derived classes fill the lists, from cubes or from tables.
#pragma once

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "superflip/base/api.h"
#include "superflip/base/parallel.h"
#include "superflip/base/stop.h"
#include "superflip/coordinate/class_packing.h"
#include "superflip/coordinate/concept.h"
#include "superflip/coordinate/symmetry_group.h"
#include "superflip/table/block_graph.h"

namespace SUPERFLIP_API superflip {

class FoldedGraph : public BlockGraph {
 public:
  // A copy would refer to the self-symmetries of the original.
  FoldedGraph(const FoldedGraph&) = delete;
  FoldedGraph& operator=(const FoldedGraph&) = delete;

  std::uint32_t blocks() const final { return blocks_; }
  std::uint32_t block_size() const final { return size_; }
  std::uint32_t stride() const final { return stride_; }
  int moves() const final { return static_cast<int>(costs_.size()); }
  int cost(int move) const final { return costs_[move]; }
  int own_moves() const final { return has_inversion() ? moves() / 2 : moves(); }  // those of the first kind

  BlockMap move(std::uint32_t block, int move) const final {
    const std::uint32_t cls = class_of(block);
    const Target to = target(cls, move);
    return {block_of(to.cls, middle_after(block, move, to.position)), 0, row(cls, move, to.position)};
  }

  std::span<const std::uint16_t> rows() const final { return class_rows_.empty() ? rows_.all() : class_rows_.all(); }

  void images(std::uint32_t block, std::vector<BlockMap>& maps) const final {
    if (self_symmetries_.empty()) return;
    const std::uint32_t cls = class_of(block);
    if (!class_rows_.empty()) {
      for (std::size_t k = 0; k < images_of(cls); ++k) maps.push_back({block, 0, class_rows_.image(cls, k)});
      return;
    }
    add_images(block, self_symmetries_[cls] & ~std::uint64_t{1}, 0, maps);
    if (!self_antisymmetries_.empty()) add_images(block, self_antisymmetries_[cls], order(), maps);
  }

  std::uint32_t weight(std::uint32_t block) const final {
    if (self_symmetries_.empty()) return 1;
    return static_cast<std::uint32_t>(maps_ / (images_of(class_of(block)) + 1));
  }

 protected:
  // Where a move leads to: a class, and the position of the map that carries the result to its representative.
  struct Target {
    std::uint32_t cls;
    std::uint32_t position;  // 0..maps-1
  };

  struct Sizes {
    std::uint32_t inner;       // 1..65536
    std::uint32_t stride;      // as in BlockGraph
    std::uint32_t middle = 1;  // values of the middle coordinate
  };

  // The self-symmetries and self-antisymmetries of each class, as bits 0..47; they must outlive the graph. Empty means
  // that each class has the identity alone, or that there is no inversion.
  struct Fixing {
    std::span<const std::uint64_t> symmetries{};
    std::span<const std::uint64_t> antisymmetries{};
  };

  // `costs`: the cost of each move, at least 1; with inversion for both kinds of moves.
  FoldedGraph(const SymmetryGroup& group, std::vector<int> costs, const Sizes& sizes, bool inversion = false)
      : group_(group),
        maps_(group.members().size() * (inversion ? 2 : 1)),
        packing_(static_cast<int>(maps_)),
        costs_(std::move(costs)),
        size_(sizes.inner),
        stride_(sizes.stride),
        middle_(sizes.middle) {}

  Target target(std::uint32_t cls, int move) const {
    const std::uint32_t to = targets_[cls * costs_.size() + static_cast<std::size_t>(move)];
    return {packing_.cls(to), packing_.position(to)};
  }

  std::uint32_t class_of(std::uint32_t block) const { return middle_ == 1 ? block : block / middle_; }
  std::uint32_t block_of(std::uint32_t cls, std::uint32_t middle) const { return cls * middle_ + middle; }

  // The middle value of a block after a move and then the map at that position.
  std::uint32_t middle_after(std::uint32_t block, int move, std::uint32_t position) const {
    return middle_ == 1 ? 0 : middle_rows_.after(maps_, move, position)[block % middle_];
  }

  // For each inner value, the value after a move of the class and then the map that follows it, at that position.
  const std::uint16_t* row(std::uint32_t cls, int move, std::uint32_t position) const {
    return class_rows_.empty() ? rows_.after(maps_, move, position) : class_rows_.after(cls, move);
  }

  // Fills the targets of all classes: target_of(cls, list) calls list(move, Target) once for each move. False when it
  // was stopped.
  template <class TargetsOf>
  bool fill_targets(std::uint32_t classes, const Fixing& fixing, unsigned threads, const StopFlag* stop,
                    TargetsOf targets_of) {
    assert(packing_.max_classes() >= classes && std::uint64_t{classes} * middle_ < std::uint64_t{1} << 32);
    blocks_ = classes * middle_;
    self_symmetries_ = fixing.symmetries;
    self_antisymmetries_ = fixing.antisymmetries;
    if (!resize(targets_, classes * costs_.size(), std::uint32_t{0}, stop)) return false;
    parallel_for(classes, kClassesAtOnce, threads, [&](std::size_t begin, std::size_t end) {
      if (is_set(stop)) return;
      for (std::size_t c = begin; c < end; ++c) {
        std::uint32_t* const targets = targets_.data() + c * costs_.size();
        targets_of(static_cast<std::uint32_t>(c),
                   [&](std::size_t move, Target to) { targets[move] = packing_.pack(to.cls, to.position); });
      }
    });
    return !is_set(stop);
  }

  // Fills the rows of the inner values: values_of(value, moved, seen) writes to moved(move, value) the inner value
  // after each move, and to seen(position, value) that after each map. False when it was stopped.
  template <class ValuesOf>
  bool fill_rows(unsigned threads, const StopFlag* stop, ValuesOf values_of) {
    return rows_.fill(costs_.size(), maps_, size_, threads, stop, values_of);
  }
  // The same for the middle values.
  template <class ValuesOf>
  bool fill_middle_rows(unsigned threads, const StopFlag* stop, ValuesOf values_of) {
    return middle_ == 1 || middle_rows_.fill(costs_.size(), maps_, middle_, threads, stop, values_of);
  }

  // Fills class rows instead of the rows of fill_rows(): values_of(cls, value, moved, seen) writes to
  // moved(move, value) the inner value after each move of the class and the map that follows it, and to
  // seen(k, value) that in the k-th map that fixes the class's representative: the self-symmetries in increasing order,
  // except the identity, and then the self-antisymmetries. False when it was stopped.
  // Preconditions: fill_targets() was called; there are no middle values.
  template <class ValuesOf>
  bool fill_class_rows(unsigned threads, const StopFlag* stop, ValuesOf values_of) {
    assert(middle_ == 1);
    std::vector<std::uint32_t> images(self_symmetries_.size());  // of each class
    for (std::size_t c = 0; c < images.size(); ++c)
      images[c] = static_cast<std::uint32_t>(images_of(static_cast<std::uint32_t>(c)));
    return class_rows_.fill(blocks_, costs_.size(), size_, images, threads, stop, values_of);
  }

  const SymmetryGroup& group() const { return group_; }

 private:
  static constexpr std::size_t kClassesAtOnce = 512;

  // What moves and maps do to the values of a coordinate.
  template <class Value>
  class Rows {
   public:
    template <class ValuesOf>
    bool fill(std::size_t moves, std::size_t maps, std::size_t size, unsigned threads, const StopFlag* stop,
              ValuesOf values_of) {
      constexpr std::size_t kValuesAtOnce = 128;
      size_ = size;
      std::vector<Value> after;
      if (!resize(after, moves * size, Value{0}, stop) || !resize(seen_, maps * size, Value{0}, stop) ||
          !resize(after_, moves * maps * size, Value{0}, stop))
        return false;
      parallel_for(size, kValuesAtOnce, threads, [&](std::size_t begin, std::size_t end) {
        if (is_set(stop)) return;
        for (std::size_t v = begin; v < end; ++v)
          values_of(
              static_cast<std::uint32_t>(v),
              [&](std::size_t move, Index value) { after[move * size + v] = static_cast<Value>(value); },
              [&](std::size_t position, Index value) { seen_[position * size + v] = static_cast<Value>(value); });
      });
      parallel_for(moves * maps, 1, threads, [&](std::size_t begin, std::size_t end) {
        if (is_set(stop)) return;
        for (std::size_t r = begin; r < end; ++r) {
          const Value* const moved = &after[r / maps * size];
          const Value* const seen = &seen_[r % maps * size];
          Value* const row = &after_[r * size];
          for (std::size_t v = 0; v < size; ++v) row[v] = seen[moved[v]];
        }
      });
      return !is_set(stop);
    }

    const Value* after(std::size_t maps, int move, std::size_t position) const {
      return after_.data() + (static_cast<std::size_t>(move) * maps + position) * size_;
    }
    std::span<const Value> all() const { return after_; }
    const Value* seen(std::size_t position) const { return seen_.data() + position * size_; }

   private:
    std::size_t size_ = 0;
    std::vector<Value> after_;  // [move][position][value]
    std::vector<Value> seen_;   // [position][value]
  };

  // What the moves of each class and the maps that fix its representative do to the inner values.
  class ClassRows {
   public:
    template <class ValuesOf>
    bool fill(std::size_t classes, std::size_t moves, std::size_t size, const std::vector<std::uint32_t>& images,
              unsigned threads, const StopFlag* stop, ValuesOf values_of) {
      constexpr std::size_t kValuesAtOnce = 128;
      moves_ = moves;
      size_ = size;
      first_image_.assign(classes, 0);
      std::uint32_t count = 0;
      for (std::size_t c = 0; c < images.size(); ++c) {
        first_image_[c] = count;
        count += images[c];
      }
      if (!resize(after_, classes * moves * size, std::uint16_t{0}, stop) ||
          !resize(images_, count * size, std::uint16_t{0}, stop))
        return false;
      const std::size_t parts = (size + kValuesAtOnce - 1) / kValuesAtOnce;  // of a class
      const auto fill_part = [&](std::size_t part) {
        const std::size_t cls = part / parts;
        const std::size_t first = part % parts * kValuesAtOnce;
        std::uint16_t* const after = after_.data() + cls * moves * size;
        std::uint16_t* const image = images_.data() + first_image_[cls] * size;
        for (std::size_t v = first; v < std::min(first + kValuesAtOnce, size); ++v)
          values_of(
              static_cast<std::uint32_t>(cls), static_cast<std::uint32_t>(v),
              [&](std::size_t move, Index value) { after[move * size + v] = static_cast<std::uint16_t>(value); },
              [&](std::size_t k, Index value) { image[k * size + v] = static_cast<std::uint16_t>(value); });
      };
      parallel_for(classes * parts, 1, threads, [&](std::size_t begin, std::size_t end) {
        for (std::size_t part = begin; part < end && !is_set(stop); ++part) fill_part(part);
      });
      return !is_set(stop);
    }

    bool empty() const { return after_.empty(); }
    const std::uint16_t* after(std::uint32_t cls, int move) const {
      return after_.data() + (cls * moves_ + static_cast<std::size_t>(move)) * size_;
    }
    std::span<const std::uint16_t> all() const { return after_; }
    const std::uint16_t* image(std::uint32_t cls, std::size_t k) const {
      return images_.data() + (first_image_[cls] + k) * size_;
    }

   private:
    std::size_t moves_ = 0;
    std::size_t size_ = 0;
    std::vector<std::uint16_t> after_;        // [class][move][value]
    std::vector<std::uint16_t> images_;       // [class][map][value]
    std::vector<std::uint32_t> first_image_;  // [class]: the first of its rows in images_
  };

  std::size_t order() const { return group_.members().size(); }
  bool has_inversion() const { return maps_ > order(); }

  // How many maps other than the identity fix the class's representative. Precondition: the self-symmetries are known.
  std::size_t images_of(std::uint32_t cls) const {
    int fixing = std::popcount(self_symmetries_[cls]);
    if (!self_antisymmetries_.empty()) fixing += std::popcount(self_antisymmetries_[cls]);
    return static_cast<std::size_t>(fixing - 1);
  }

  // The images by the symmetries of the set, whose maps are at positions from `first` on.
  void add_images(std::uint32_t block, std::uint64_t set, std::size_t first, std::vector<BlockMap>& maps) const {
    for (; set != 0; set &= set - 1) {
      const std::size_t position = first + static_cast<std::size_t>(group_.position(Symmetry(std::countr_zero(set))));
      const std::uint32_t middle = middle_ == 1 ? 0 : middle_rows_.seen(position)[block % middle_];
      maps.push_back({block_of(class_of(block), middle), 0, rows_.seen(position)});
    }
  }

  SymmetryGroup group_;
  std::size_t maps_;
  ClassPacking packing_;
  std::vector<int> costs_;
  std::uint32_t blocks_ = 0;
  std::uint32_t size_;
  std::uint32_t stride_;
  std::uint32_t middle_;
  std::vector<std::uint32_t> targets_;  // [class][move]: class and position
  Rows<std::uint16_t> rows_;
  Rows<std::uint32_t> middle_rows_;
  ClassRows class_rows_;                                // instead of rows_, or empty
  std::span<const std::uint64_t> self_symmetries_;      // [class]
  std::span<const std::uint64_t> self_antisymmetries_;  // [class]
};

}  // namespace superflip
