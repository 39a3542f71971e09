// Loans: a pool of solvers. A solver serves one question at a time and keeps its memory for the next one. Invariant: a
// solver is in the pool or on loan to one question, never both.
#pragma once

#include <memory>
#include <mutex>
#include <new>
#include <utility>
#include <vector>

#include "superflip/solver/solver.h"

namespace superflip::detail {

// Idle solvers of one kind with the same tables. Each keeps memory of its own between questions.
class Pool {
 public:
  // Null when none is idle.
  std::shared_ptr<Solver> take() {
    const std::lock_guard lock(mutex_);
    if (idle_.empty()) return nullptr;
    auto solver = std::move(idle_.back());
    idle_.pop_back();
    return solver;
  }
  // Keeps the solver for the next question. Without memory for that the solver is dropped.
  void give_back(std::shared_ptr<Solver> solver) noexcept try {
    const std::lock_guard lock(mutex_);
    idle_.push_back(std::move(solver));
  } catch (const std::bad_alloc&) {
  }

 private:
  std::mutex mutex_;
  std::vector<std::shared_ptr<Solver>> idle_;
};

// A solver on loan: it goes back into its pool when the loan ends. Without a pool it is shared. The pool must outlive
// the loan.
class Loan {
 public:
  explicit Loan(std::shared_ptr<Solver> solver, Pool* pool = nullptr) : solver_(std::move(solver)), pool_(pool) {}
  Loan(Loan&&) noexcept = default;
  Loan& operator=(Loan&& other) noexcept {
    std::swap(solver_, other.solver_);
    std::swap(pool_, other.pool_);
    return *this;
  }
  ~Loan() {
    if (solver_ && pool_ != nullptr) pool_->give_back(std::move(solver_));
  }
  Solver& operator*() const { return *solver_; }
  Solver* operator->() const { return solver_.get(); }

  // The solver, on loan for as long as anybody has it: for a solver that asks another one.
  static std::shared_ptr<Solver> shared(Loan loan) {
    const auto kept = std::make_shared<Loan>(std::move(loan));
    return {kept, kept->solver_.get()};
  }

 private:
  std::shared_ptr<Solver> solver_;
  Pool* pool_;
};

}  // namespace superflip::detail
