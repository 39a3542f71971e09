// Whole numbers of 128 bits: the cube has 43,252,003,274,489,856,000 positions, which is more than 2^64.
#pragma once

#include <string>
#include <string_view>

#include "superflip/base/api.h"
#include "superflip/base/error.h"

namespace SUPERFLIP_API superflip {

__extension__ typedef unsigned __int128 Uint128;

// The number in decimal.
std::string to_decimal(Uint128 number);

// A whole number below 2^128, in decimal, or in hexadecimal after 0x. White space around it is ignored.
Expected<Uint128> parse_uint128(std::string_view text);

}  // namespace superflip
