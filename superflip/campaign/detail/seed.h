// Seeds of numbered random things, so that each can be made without those before it.
#pragma once

#include <cstdint>

namespace superflip::detail {

// SplitMix64 (Steele, Lea and Flood 2014): neighbouring numbers give unrelated seeds.
constexpr std::uint64_t seed_of(std::uint64_t seed, std::uint64_t i) {
  std::uint64_t z = seed + (i + 1) * 0x9E3779B97F4A7C15;
  z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9;
  z = (z ^ z >> 27) * 0x94D049BB133111EB;
  return z ^ z >> 31;
}

}  // namespace superflip::detail
