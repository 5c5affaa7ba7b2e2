// Constants of the elementary functions: minimax polynomials and numbers in several parts. Those
// from fdlibm: Copyright (C) 1993 by Sun Microsystems, Inc. All rights reserved. Developed at
// SunSoft, a Sun Microsystems, Inc. business. Permission to use, copy, modify, and distribute this
// software is freely granted, provided that this notice is preserved.
// Written by tools/elementary/remez.py; do not edit. To write it again:
//   python3 tools/elementary/remez.py > src/math/elementary_coef.h
#ifndef SINEW_MATH_ELEMENTARY_COEF_H_
#define SINEW_MATH_ELEMENTARY_COEF_H_

#include <stdint.h>

// clang-format off
// 64 zeros, then the first binary digits of 2/pi
static const uint64_t ELE_TWO_OVER_PI[20] = {
    0x0000000000000000, 0xa2f9836e4e441529, 0xfc2757d1f534ddc0, 0xdb6295993c439041,
    0xfe5163abdebbc561, 0xb7246e3a424dd2e0, 0x06492eea09d1921c, 0xfe1deb1cb129a73e,
    0xe88235f52ebb4484, 0xe99c7026b45f7e41, 0x3991d639835339f4, 0x9c845f8bbdf9283b,
    0x1ff897ffde05980f, 0xef2f118b5a0a6d1f, 0x6d367ecf27cb09b7, 0x4f463f669e5fea2d,
    0x7527bac7ebe5f17b, 0x3d0739f78a5292ea, 0x6bfb5fb11f8d5d08, 0x56033046fc7b6bab,
};
#define ELE_HALF_PI_W1 0xc90fdaa22168c234  // pi/2 as 128 bits, 1 before the point
#define ELE_HALF_PI_W0 0xc4c6628b80dc1cd1

#define ELE_PI_2_A 0x1.921fb54400000p+0  // pi/2, 33 bits
#define ELE_PI_2_B 0x1.0b4611a600000p-34  // rest of pi/2, 32 bits
#define ELE_PI_2_C 0x1.3198a2e000000p-69  // rest of pi/2, 32 bits
#define ELE_PI_2_D 0x1.b839a252049c1p-104  // rest of pi/2, 53 bits
#define ELE_PI_2_A_REST 0x1.0b4611a626331p-34  // rest of pi/2 after A, 53 bits
#define ELE_PI_2_B_REST 0x1.3198a2e037073p-69  // rest of pi/2 after A and B, 53 bits
#define ELE_PI_2_HI 0x1.921fb54442d18p+0  // pi/2, 53 bits
#define ELE_PI_2_LO 0x1.1a62633145c07p-54  // rest of pi/2, 53 bits
#define ELE_PI_4_HI 0x1.921fb54442d18p-1  // pi/4, 50 bits
#define ELE_PI_4_LO 0x1.1a62633145c07p-55  // rest of pi/4, 53 bits
#define ELE_TWO_PI_INV 0x1.45f306dc9c883p-1  // 2/pi
#define ELE_TAN_PI_8 0x1.a827999fcef32p-2  // tan(pi/8)
#define ELE_LN2_HI 0x1.62e42fefa3800p-1  // ln 2, 42 bits
#define ELE_LN2_LO 0x1.ef35793c76730p-45  // rest of ln 2, 53 bits
#define ELE_LOG2E 0x1.71547652b82fep+0  // 1/ln 2
#define ELE_INV_LN10_HI 0x1.bcb7b18000000p-2  // 1/ln 10, 26 bits
#define ELE_INV_LN10_LO -0x1.6c8d78e6acaa4p-29  // rest of 1/ln 10, 53 bits
#define ELE_LOG10_2_HI 0x1.34413509f7800p-2  // log10 2, 42 bits
#define ELE_LOG10_2_LO 0x1.fef311f12b358p-46  // rest of log10 2, 53 bits
#define ELE_TWO_THIRDS_HI 0x1.5555555555555p-1  // 2/3, 53 bits
#define ELE_TWO_THIRDS_LO 0x1.5555555555555p-55  // rest of 2/3, 53 bits
#define ELE_PI_HI 0x1.921fb54442d18p+1  // pi, 53 bits
#define ELE_PI_LO 0x1.1a62633145c07p-53  // rest of pi, 53 bits
#define ELE_ATAN_1_2_HI 0x1.dac670561bb4fp-2  // atan(1/2), 53 bits
#define ELE_ATAN_1_2_LO 0x1.a2b7f222f65e2p-56  // rest of atan(1/2), 53 bits
#define ELE_ATAN_3_2_HI 0x1.f730bd281f69bp-1  // atan(3/2), 53 bits
#define ELE_ATAN_3_2_LO 0x1.007887af0cbbdp-56  // rest of atan(3/2), 53 bits

// sin r = r + r z P(z), z = r^2, |r| <= pi/4; from fdlibm
static const double ELE_SIN[6] = {
    -0x1.5555555555549p-3, 0x1.111111110f8a6p-7, -0x1.a01a019c161d5p-13, 0x1.71de357b1fe7dp-19,
    -0x1.ae5e68a2b9cebp-26, 0x1.5d93a5acfd57cp-33,
};
// cos r = 1 - z/2 + z^2 P(z), z = r^2, |r| <= pi/4; from fdlibm
static const double ELE_COS[6] = {
    0x1.555555555554cp-5, -0x1.6c16c16c15177p-10, 0x1.a01a019cb1590p-16, -0x1.27e4f809c52adp-22,
    0x1.1ee9ebdb4b1c4p-29, -0x1.8fae9be8838d4p-37,
};
// atan q = q - q z P(z), z = q^2, |q| <= 7/16; from fdlibm
static const double ELE_ARC[11] = {
    0x1.555555555550dp-2, -0x1.999999998ebc4p-3, 0x1.24924920083ffp-3, -0x1.c71c6fe231671p-4,
    0x1.745cdc54c206ep-4, -0x1.3b0f2af749a6dp-4, 0x1.10d66a0d03d51p-4, -0x1.dde2d52defd9ap-5,
    0x1.97b4b24760debp-5, -0x1.2b4442c6a6c2fp-5, 0x1.0ad3ae322da11p-6,
};
// asin x = x + x z P(z)/Q(z), z = x^2, |x| <= 1/2; from fdlibm
static const double ELE_ASIN_P[6] = {
    0x1.5555555555555p-3, -0x1.4d61203eb6f7dp-2, 0x1.9c1550e884455p-3, -0x1.48228b5688f3bp-5,
    0x1.9efe07501b288p-11, 0x1.23de10dfdf709p-15,
};
// Q without its first coefficient, which is 1; from fdlibm
static const double ELE_ASIN_Q[4] = {
    -0x1.33a271c8a2d4bp+1, 0x1.02ae59c598ac8p+1, -0x1.6066c1b8d0159p-1, 0x1.3b8c5b12e9282p-4,
};
// e^r = 1 + r + r^2/2 + r^3 P(r), |r| <= ln(2)/2; relative error below 2^-61.8
static const double ELE_EXP[10] = {
    0x1.555555555555ap-3, 0x1.555555555549cp-5, 0x1.111111110f0b3p-7, 0x1.6c16c16c4c036p-10,
    0x1.a01a01b2b076ep-13, 0x1.a01a0112c85bep-16, 0x1.71ddf04846296p-19, 0x1.27e53e1ab3d83p-22,
    0x1.af6e381e0ab66p-26, 0x1.1fed3b553ce70p-29,
};
// log((1+s)/(1-s)) = 2s + s z P(z), z = s^2, |s| <= 3 - sqrt 8; relative error below 2^-59.5
static const double ELE_LOG[7] = {
    0x1.5555555555592p-1, 0x1.999999997ff6ap-2, 0x1.24924941da99ep-2, 0x1.c71c521ada24dp-3,
    0x1.74663b733ac3fp-3, 0x1.39a21131b540cp-3, 0x1.2f0213b9c481bp-3,
};
// log((1+s)/(1-s)) = 2s + 2/3 s z + s z^2 P(z); relative error below 2^-73.5
static const double ELE_POW[8] = {
    0x1.9999999999996p-2, 0x1.2492492492f50p-2, 0x1.c71c71c596be1p-3, 0x1.745d18293c068p-3,
    0x1.3b1364d0f0feap-3, 0x1.11206dfcc4a73p-3, 0x1.de3da184e872dp-4, 0x1.eac42898e9df5p-4,
};
// atan q = q + q z P(z), z = q^2, |q| <= tan(pi/8); relative error below 2^-59.4
static const double ELE_ATAN[11] = {
    -0x1.555555555553dp-2, 0x1.9999999995869p-3, -0x1.24924922ad4dcp-3, 0x1.c71c70e605accp-4,
    -0x1.745cf8db32ac1p-4, 0x1.3b111907185d3p-4, -0x1.10ebb770e2bf9p-4, 0x1.df0f41460d5d1p-5,
    -0x1.9cd29baf97d7ap-5, 0x1.37d56ee19041ep-5, -0x1.256a2745a1665p-6,
};
// clang-format on

#endif
