// AnyCoordinate: a coordinate as a value that is made at run time.
//
// It holds any type that is a Coordinate, immutable and shared, and is one itself: Symmetric<AnyCoordinate>,
// SymComposite<AnyCoordinate, AnyCoordinate>, TransitionTable<AnyCoordinate> are what the compiled coordinates are, for
// descriptions that nobody compiled in.
#pragma once

#include <memory>
#include <string>
#include <type_traits>
#include <utility>

#include "superflip/coordinate/concept.h"
#include "superflip/cube/random.h"

namespace superflip {

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
  // A random cube on which it is defined.
  Cube sample(Random& random) const { return model_->sample(random); }
  // Whether assign() looks at pieces that other parts write, so that a composite must write this one after them.
  bool follows_pieces() const { return model_->follows_pieces(); }

 private:
  struct Model {
    virtual ~Model() = default;
    virtual std::string name() const = 0;
    virtual Index size() const = 0;
    virtual Index index(const Cube& c) const = 0;
    virtual void assign(Cube& c, Index i) const = 0;
    virtual bool defined(const Cube& c) const = 0;
    virtual Cube sample(Random& random) const = 0;
    virtual bool follows_pieces() const = 0;
  };

  template <class C>
  struct Holder final : Model {
    explicit Holder(C coordinate) : held(std::move(coordinate)) {}
    std::string name() const override { return std::string(held.name()); }
    Index size() const override { return held.size(); }
    Index index(const Cube& c) const override { return held.index(c); }
    void assign(Cube& c, Index i) const override { held.assign(c, i); }
    bool defined(const Cube& c) const override { return is_defined(held, c); }
    Cube sample(Random& random) const override { return superflip::sample(held, random); }
    bool follows_pieces() const override {
      if constexpr (requires { held.follows_pieces(); })
        return held.follows_pieces();
      else
        return false;
    }
    C held;
  };

  std::shared_ptr<const Model> model_;
};

}  // namespace superflip
