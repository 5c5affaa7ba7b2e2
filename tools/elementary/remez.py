#!/usr/bin/env python3
"""Computes every constant of the elementary functions and writes src/math/elementary_coef.h.

  python3 tools/elementary/remez.py > src/math/elementary_coef.h        (python3-mpmath, seconds)

Polynomials are minimax fits by the Remez exchange on a dense Chebyshev grid, in the error that the
function's result sees (the weight). The leading coefficients are rounded to double one at a time
and the others fitted again, so that their rounding costs nothing. Constants that are used in
several parts (pi/2, ln 2 ...) are cut so that the product with the integer they meet is exact.

Sine, cosine, arctangent and arcsine have the polynomials of fdlibm, which the C libraries of BSD,
musl and WebAssembly share: their results have the bits that the reference has there. fdlibm is
  Copyright (C) 1993 by Sun Microsystems, Inc. All rights reserved.
  Developed at SunSoft, a Sun Microsystems, Inc. business. Permission to use, copy, modify, and
  distribute this software is freely granted, provided that this notice is preserved.
"""
from mpmath import mp, mpf, matrix, lu_solve, nint, floor
from mpmath import cos, exp, log, atan, tan, sqrt, pi

mp.dps = 70
REFIT = 4  # coefficients that are rounded one at a time


FDLIBM = [
    ("ELE_SIN", "sin r = r + r z P(z), z = r^2, |r| <= pi/4",
     [-1.66666666666666324348e-01, 8.33333333332248946124e-03, -1.98412698298579493134e-04,
      2.75573137070700676789e-06, -2.50507602534068634195e-08, 1.58969099521155010221e-10]),
    ("ELE_COS", "cos r = 1 - z/2 + z^2 P(z), z = r^2, |r| <= pi/4",
     [4.16666666666666019037e-02, -1.38888888888741095749e-03, 2.48015872894767294178e-05,
      -2.75573143513906633035e-07, 2.08757232129817482790e-09, -1.13596475577881948265e-11]),
    ("ELE_ARC", "atan q = q - q z P(z), z = q^2, |q| <= 7/16",
     [3.33333333333329318027e-01, -1.99999999998764832476e-01, 1.42857142725034663711e-01,
      -1.11111104054623557880e-01, 9.09088713343650656196e-02, -7.69187620504482999495e-02,
      6.66107313738753120669e-02, -5.83357013379057348645e-02, 4.97687799461593236017e-02,
      -3.65315727442169155270e-02, 1.62858201153657823623e-02]),
    ("ELE_ASIN_P", "asin x = x + x z P(z)/Q(z), z = x^2, |x| <= 1/2",
     [1.66666666666666657415e-01, -3.25565818622400915405e-01, 2.01212532134862925881e-01,
      -4.00555345006794114027e-02, 7.91534994289814532176e-04, 3.47933107596021167570e-05]),
    ("ELE_ASIN_Q", "Q without its first coefficient, which is 1",
     [-2.40339491173441421878e+00, 2.02094576023350569471e+00, -6.88283971605453293030e-01,
      7.70381505559019352791e-02]),
]


def to_double(x):
    """x rounded to 53 bits, as mpf"""
    return mpf(float(x))


def cut(x, bits):
    """x rounded to a number of leading bits, as mpf"""
    e = floor(log(abs(x), 2)) + 1 - bits
    return nint(x / mpf(2)**e) * mpf(2)**e


def fit(f, w, z, lo, n):
    """minimax coefficients c[lo..n) of the values f at z with weight w, and their error"""
    m = n - lo
    last = len(z) - 1
    # start at the extrema of a Chebyshev polynomial, which the grid has evenly spaced
    ref = [round(last * i / m) for i in range(m + 1)]
    for _ in range(40):
        a = matrix(m + 1, m + 1)
        b = matrix(m + 1, 1)
        for row, i in enumerate(ref):
            for col in range(m):
                a[row, col] = z[i]**(lo + col)
            a[row, m] = (-1)**row / w[i]
            b[row] = f[i]
        c = lu_solve(a, b)
        err = []
        for i in range(last + 1):
            p = mpf(0)
            for col in range(m - 1, -1, -1):
                p = p * z[i] + c[col]
            err.append((p * z[i]**lo - f[i]) * w[i])
        # the largest error of every run of one sign
        runs = [0]
        for i in range(1, last + 1):
            if err[i] * err[runs[-1]] > 0:
                if abs(err[i]) > abs(err[runs[-1]]):
                    runs[-1] = i
            else:
                runs.append(i)
        while len(runs) > m + 1:
            runs.pop(0 if abs(err[runs[0]]) < abs(err[runs[-1]]) else -1)
        worst = max(abs(e) for e in err)
        if len(runs) < m + 1 or worst < abs(c[m]) * (1 + mpf(10)**-3):
            return [c[i] for i in range(m)], worst
        ref = runs
    return [c[i] for i in range(m)], worst


def array(name, values):
    print(f"static const double {name}[{len(values)}] = {{")
    for i in range(0, len(values), 4):
        print("    " + ", ".join(float(v).hex() for v in values[i:i + 4]) + ",")
    print("};")


def given(name, what, values):
    print(f"// {what}; from fdlibm")
    array(name, values)


def polynomial(name, what, function, weight, a, b, n):
    """prints the array of n coefficients of a polynomial on [a, b]"""
    count = 24 * n
    a, b = mpf(a), mpf(b)
    # half a step inside the ends, which keeps 0/0 away
    z = [(a + b) / 2 - (b - a) / 2 * cos(pi * (i + mpf(1) / 2) / count) for i in range(count)]
    f = [function(t) for t in z]
    w = [weight(t) for t in z]
    done = []
    rest = list(f)
    for lo in range(min(REFIT, n - 1)):
        c, _ = fit(rest, w, z, lo, n)
        done.append(to_double(c[0]))
        rest = [r - done[-1] * t**lo for r, t in zip(rest, z)]
    c, _ = fit(rest, w, z, len(done), n)
    done += [to_double(v) for v in c]
    worst = mpf(0)
    for t, value, scale in zip(z, f, w):
        p = mpf(0)
        for v in reversed(done):
            p = p * t + v
        worst = max(worst, abs((p - value) * scale))
    print(f"// {what}; relative error below 2^{float(log(worst, 2)):.1f}")
    array(name, done)


def constant(name, value, note):
    print(f"#define {name} {float(value).hex()}  // {note}")


def parts(names, value, widths, note):
    """value as a sum of numbers with the given counts of bits"""
    for name, bits in zip(names, widths):
        part = cut(value, bits)
        constant(name, part, f"{note}, {bits} bits")
        value -= part
        note = note if note.startswith("rest of") else "rest of " + note


def two_over_pi():
    """a word of zeros, then the binary digits of 2/pi: enough for every double"""
    words = 20
    bits = int(floor(2 / pi * mpf(2)**(64 * (words - 1))))
    print("// 64 zeros, then the first binary digits of 2/pi")
    print(f"static const uint64_t ELE_TWO_OVER_PI[{words}] = {{")
    digits = [(bits >> (64 * (words - 2 - i))) & (2**64 - 1) for i in range(words - 1)]
    digits.insert(0, 0)
    for i in range(0, words, 4):
        print("    " + ", ".join(f"0x{d:016x}" for d in digits[i:i + 4]) + ",")
    print("};")
    half = int(floor(pi / 2 * mpf(2)**127))
    print(f"#define ELE_HALF_PI_W1 0x{half >> 64:016x}  // pi/2 as 128 bits, 1 before the point")
    print(f"#define ELE_HALF_PI_W0 0x{half & (2**64 - 1):016x}")


def main():
    mp.dps = 420
    head = """\
// Constants of the elementary functions: minimax polynomials and numbers in several parts. Those
// from fdlibm: Copyright (C) 1993 by Sun Microsystems, Inc. All rights reserved. Developed at
// SunSoft, a Sun Microsystems, Inc. business. Permission to use, copy, modify, and distribute this
// software is freely granted, provided that this notice is preserved.
// Written by tools/elementary/remez.py; do not edit. To write it again:
//   python3 tools/elementary/remez.py > src/math/elementary_coef.h
#ifndef SINEW_MATH_ELEMENTARY_COEF_H_
#define SINEW_MATH_ELEMENTARY_COEF_H_

#include <stdint.h>

// clang-format off"""
    print(head)
    two_over_pi()
    mp.dps = 70
    print()
    parts([f"ELE_PI_2_{part}" for part in "ABCD"], pi / 2, [33, 32, 32, 53], "pi/2")
    rest = pi / 2 - cut(pi / 2, 33)
    constant("ELE_PI_2_A_REST", rest, "rest of pi/2 after A, 53 bits")
    constant("ELE_PI_2_B_REST", rest - cut(rest, 32), "rest of pi/2 after A and B, 53 bits")
    parts(["ELE_PI_2_HI", "ELE_PI_2_LO"], pi / 2, [53, 53], "pi/2")
    parts(["ELE_PI_4_HI", "ELE_PI_4_LO"], pi / 4, [50, 53], "pi/4")
    constant("ELE_TWO_PI_INV", 2 / pi, "2/pi")
    constant("ELE_TAN_PI_8", tan(pi / 8), "tan(pi/8)")
    parts(["ELE_LN2_HI", "ELE_LN2_LO"], log(2), [42, 53], "ln 2")
    constant("ELE_LOG2E", 1 / log(2), "1/ln 2")
    parts(["ELE_INV_LN10_HI", "ELE_INV_LN10_LO"], 1 / log(10), [26, 53], "1/ln 10")
    parts(["ELE_LOG10_2_HI", "ELE_LOG10_2_LO"], log(2) / log(10), [42, 53], "log10 2")
    parts(["ELE_TWO_THIRDS_HI", "ELE_TWO_THIRDS_LO"], mpf(2) / 3, [53, 53], "2/3")
    parts(["ELE_PI_HI", "ELE_PI_LO"], pi, [53, 53], "pi")
    for name, angle in ("1_2", mpf(1) / 2), ("3_2", mpf(3) / 2):
        note = f"atan({name.replace('_', '/')})"
        parts([f"ELE_ATAN_{name}_HI", f"ELE_ATAN_{name}_LO"], atan(angle), [53, 53], note)
    print()

    for name, what, values in FDLIBM:
        given(name, what, values)
    half = log(2) / 2 * (1 + mpf(2)**-19)
    polynomial("ELE_EXP", "e^r = 1 + r + r^2/2 + r^3 P(r), |r| <= ln(2)/2",
               lambda r: (exp(r) - 1 - r - r**2 / 2) / r**3,
               lambda r: abs(r)**3 / exp(r), -half, half, 10)
    s = (sqrt(mpf(2)) - 1) / (sqrt(mpf(2)) + 1)
    zmax = s**2 * (1 + mpf(2)**-19)
    polynomial("ELE_LOG", "log((1+s)/(1-s)) = 2s + s z P(z), z = s^2, |s| <= 3 - sqrt 8",
               lambda z: (log((1 + sqrt(z)) / (1 - sqrt(z))) / sqrt(z) - 2) / z,
               lambda z: z * sqrt(z) / log((1 + sqrt(z)) / (1 - sqrt(z))), 0, zmax, 7)
    polynomial("ELE_POW", "log((1+s)/(1-s)) = 2s + 2/3 s z + s z^2 P(z)",
               lambda z: ((log((1 + sqrt(z)) / (1 - sqrt(z))) / sqrt(z) - 2) / z - mpf(2) / 3) / z,
               lambda z: z**2 * sqrt(z) / log((1 + sqrt(z)) / (1 - sqrt(z))), 0, zmax, 8)
    edge = (tan(pi / 8) * (1 + mpf(2)**-19))**2
    polynomial("ELE_ATAN", "atan q = q + q z P(z), z = q^2, |q| <= tan(pi/8)",
               lambda z: (atan(sqrt(z)) / sqrt(z) - 1) / z,
               lambda z: z * sqrt(z) / atan(sqrt(z)), 0, edge, 11)
    print("// clang-format on\n\n#endif")


main()
