// AnyCoordinate: a coordinate as a run-time value.
//
// It holds an object of any type that is a Coordinate, immutable and shared, and is a Coordinate itself. So
// Symmetric<AnyCoordinate>, SymComposite<AnyCoordinate, AnyCoordinate> and TransitionTable<AnyCoordinate> do for
// descriptions given at run time what they do for compiled coordinates.
//
// Where a type has members indices() and count_defined(), which take many cubes, these are used; it must then give the
// same values as by index() and defined().
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "superflip/base/api.h"
#include "superflip/coordinate/concept.h"
#include "superflip/coordinate/covered.h"
#include "superflip/cube/random.h"

namespace SUPERFLIP_API superflip {

class MoveSet;

class AnyCoordinate {
 public:
  template <Coordinate C>
  requires(!std::is_same_v<std::remove_cvref_t<C>, AnyCoordinate>) AnyCoordinate(C coordinate)
      : model_(std::make_shared<const Holder<C>>(std::move(coordinate))) {}

  std::string name() const { return model_->name(); }
  Index size() const { return model_->size(); }
  Index index(const Cube& c) const { return model_->index(c); }
  void assign(Cube& c, Index i) const { model_->assign(c, i); }
  bool defined(const Cube& c) const { return model_->defined(c); }
  // The same for many cubes (array.h), with one virtual call: to[i] is the value of cubes[i]. Preconditions: `to` is as
  // long as `cubes`; defined() for each.
  void indices(std::span<const Cube> cubes, std::span<Index> to) const { model_->indices(cubes, to); }
  // Writes values[i] on cubes[i]. Preconditions: equal lengths; each value is less than size().
  void assign(std::span<Cube> cubes, std::span<const Index> values) const { model_->assign(cubes, values); }
  // How many cubes at the beginning have a value: cubes.size() when all have one.
  std::size_t count_defined(std::span<const Cube> cubes) const { return model_->count_defined(cubes); }
  // A random cube on which it is defined.
  Cube sample(Random& random) const { return model_->sample(random); }
  // Whether assign() looks at pieces that other parts write, so that a composite must write this part after them.
  bool follows_pieces() const { return model_->follows_pieces(); }
  // Whether the name is a complete description (description.h), as for types of this library.
  bool is_described() const { return model_->is_described(); }

  // The pieces that its value determines completely.
  Covered covered() const { return model_->covered(); }

  // Splits this coordinate: coordinates of fewer pieces that together determine its value, if the moves, starting from
  // the given cubes, never mix the pieces of one with those of another; else empty. They may depend on each other, for
  // example by parity. The caller must check that the product of their numbers of reached values is that of the whole.
  std::vector<AnyCoordinate> factors(const MoveSet& moves, std::span<const Cube> from) const {
    return model_->factors(moves, from);
  }

 private:
  struct Model {
    virtual ~Model() = default;
    virtual std::string name() const = 0;
    virtual Index size() const = 0;
    virtual Index index(const Cube& c) const = 0;
    virtual void assign(Cube& c, Index i) const = 0;
    virtual bool defined(const Cube& c) const = 0;
    virtual void indices(std::span<const Cube> cubes, std::span<Index> to) const = 0;
    virtual void assign(std::span<Cube> cubes, std::span<const Index> values) const = 0;
    virtual std::size_t count_defined(std::span<const Cube> cubes) const = 0;
    virtual Cube sample(Random& random) const = 0;
    virtual bool follows_pieces() const = 0;
    virtual bool is_described() const = 0;

    virtual Covered covered() const = 0;
    virtual std::vector<AnyCoordinate> factors(const MoveSet& moves, std::span<const Cube> from) const = 0;
  };

  template <class C>
  struct Holder final : Model {
    explicit Holder(C coordinate) : held(std::move(coordinate)) {}
    std::string name() const override { return std::string(held.name()); }
    Index size() const override { return held.size(); }
    Index index(const Cube& c) const override { return held.index(c); }
    void assign(Cube& c, Index i) const override { held.assign(c, i); }
    bool defined(const Cube& c) const override { return is_defined(held, c); }
    void indices(std::span<const Cube> cubes, std::span<Index> to) const override {
      if constexpr (requires { held.indices(cubes, to); })
        held.indices(cubes, to);
      else
        for (std::size_t i = 0; i < cubes.size(); ++i) to[i] = held.index(cubes[i]);
    }
    void assign(std::span<Cube> cubes, std::span<const Index> values) const override {
      for (std::size_t i = 0; i < cubes.size(); ++i) held.assign(cubes[i], values[i]);
    }
    std::size_t count_defined(std::span<const Cube> cubes) const override {
      std::size_t n = 0;
      if constexpr (requires { held.count_defined(cubes); })
        n = held.count_defined(cubes);
      else if constexpr (requires { held.defined(cubes[0]); })
        while (n < cubes.size() && held.defined(cubes[n])) ++n;
      else
        n = cubes.size();
      return n;
    }
    Cube sample(Random& random) const override { return superflip::sample(held, random); }
    bool follows_pieces() const override {
      if constexpr (requires { held.follows_pieces(); })
        return held.follows_pieces();
      else
        return false;
    }
    bool is_described() const override {
      if constexpr (requires { held.is_described(); })
        return held.is_described();
      else
        return false;
    }

    Covered covered() const override { return covered_by(held); }
    std::vector<AnyCoordinate> factors(const MoveSet& moves, std::span<const Cube> from) const override {
      if constexpr (requires { held.factors(moves, from); })
        return held.factors(moves, from);
      else
        return {};
    }
    C held;
  };

  std::shared_ptr<const Model> model_;
};

}  // namespace superflip
