// The instruction sets of the loops that search and make tables.
//
// The loops depend on byte shuffles and bit extraction and take long to compile. So they are compiled only for AVX2,
// AVX-512, and the portable target for all other machines. Include this before the first Highway header.
#pragma once

#undef HWY_DISABLED_TARGETS
#define HWY_DISABLED_TARGETS (HWY_SSSE3 | HWY_SSE4 | HWY_AVX3_DL)
