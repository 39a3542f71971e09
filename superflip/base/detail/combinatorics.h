// Binomials, factorials, and the number of a permutation and back.
//
// Invariant: number and permutation are inverse to each other, and the identity has the number 0. Source:
// kociemba.org/math/coordlevel.htm.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace superflip {

// n choose k, for n at most 60; 0 if k > n.
constexpr std::uint64_t binomial(int n, int k) {
  std::uint64_t b = 1;
  for (int i = 0; i < k; ++i) b = b * static_cast<std::uint64_t>(n - i) / static_cast<std::uint64_t>(i + 1);
  return b;
}

// n!, for n at most 20.
constexpr std::uint64_t factorial(int n) {
  std::uint64_t product = 1;
  for (int i = 2; i <= n; ++i) product *= static_cast<std::uint64_t>(i);
  return product;
}

// Kociemba's number of a permutation of n <= 12 different things, 0..n!-1: the sum over the places i of i! times the
// count of greater things on places before i (kociemba.org/math/coordlevel.htm). at(i) is what stands on place i, one
// of 0..15.
template <class At>
constexpr std::uint32_t permutation_number(int n, At at) {
  constexpr std::uint64_t kOnes = 0x1111111111111111;
  std::uint64_t greater = 0;  // for each thing, in its half byte: how many greater ones have been met
  std::uint64_t number = 0;
  std::uint64_t weight = 1;  // i!
  for (int i = 0; i < n; ++i) {
    const int shift = 4 * static_cast<int>(at(i));
    number += (greater >> shift & 15) * weight;
    weight *= static_cast<std::uint64_t>(i) + 1;
    greater += kOnes & ((std::uint64_t{1} << shift) - 1);
  }
  return static_cast<std::uint32_t>(number);
}

// The permutation of 0..n-1 with that number: calls put(i, thing) for each place i, from the last one down.
template <class Put>
constexpr void put_permutation(int n, std::uint32_t number, Put put) {
  std::array<std::uint32_t, 12> greater{};
  for (std::uint32_t i = 1; i < static_cast<std::uint32_t>(n); ++i) {
    greater[i] = number % (i + 1);
    number /= i + 1;
  }
  // The things not yet placed, in increasing order, one in each half byte of a word.
  std::uint64_t left = 0xBA9876543210;
  for (int i = n - 1; i >= 0; --i) {
    const int shift = 4 * (i - static_cast<int>(greater[static_cast<std::size_t>(i)]));
    put(i, static_cast<int>(left >> shift & 15));
    const std::uint64_t below = (std::uint64_t{1} << shift) - 1;
    left = (left & below) | (left >> 4 & ~below);
  }
}

}  // namespace superflip
