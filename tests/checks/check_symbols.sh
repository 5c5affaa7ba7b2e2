#!/bin/bash
# Symbols of a static library, and of further objects: no call into the C library's elementary
# functions (results would depend on it), and every global of an object that is built for AVX ends
# in its variant's suffix (else the linker might hand AVX code to a machine without it).
#   tests/checks/check_symbols.sh <library.a> [<object.o> ...]
set -u
[ $# -gt 0 ] || { echo "usage: tests/checks/check_symbols.sh <library.a> [<object.o> ...]"; exit 2; }
passed=0 failed=0

# what <math.h> declares but the exact operations, which have the same bits in every C library
# (sqrt fabs floor ceil rint trunc copysign fmin fmax)
libm="sin cos tan sincos asin acos atan atan2 sinh cosh tanh asinh acosh atanh exp exp2 exp10 expm1
  log log2 log10 log1p logb ilogb pow cbrt hypot erf erfc lgamma tgamma fmod remainder remquo modf
  frexp ldexp scalbn scalbln fma fdim nearbyint round lround llround lrint llrint nextafter
  nexttoward j0 j1 jn y0 y1 yn significand drem gamma"
forbidden=$(echo $libm | tr ' ' '|')

report() {  # <1 if good> <message>
  if [ "$1" = 1 ]; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
    echo "FAILED: $2"
  fi
}

# globals without a suffix in members that have one with it, or that use wide registers; a member
# begins with a line "name.o:" in nm's output and "name.o:  file format" in objdump's
strays() {  # <file>
  { nm --defined-only -g "$1"; echo END:; objdump -d --no-show-raw-insn "$1"; } 2>/dev/null | awk '
    /^END:$/ {disassembly = 1; count = 0; next}
    !disassembly && /:$/ {count++; next}
    !disassembly && NF == 3 {
      if (count == 0) count = 1  # an object alone has no such line
      if ($3 ~ /_(w4_avx2|w8_avx512|wide_avx2|wide_avx512|avx2)$/) wide[count] = 1
      else plain[count] = plain[count] " " $3
      next
    }
    disassembly && /file format/ {count++; next}
    disassembly && /%[yz]mm/ {wide[count] = 1}
    END {for (i in wide) if (plain[i] != "") print plain[i]}'
}

for file in "$@"; do
  label=$(basename "$file")
  report "$([ -s "$file" ] && nm "$file" 2>/dev/null | grep -q ' [TRDB] ' && echo 1)" \
    "$file: no symbols found"
  # with the float, long double, finite-math and vector forms
  found=$(nm -u "$file" 2>/dev/null | awk '$1 == "U" {print $2}' | sort -u |
    grep -xE "(__)?($forbidden)[fl]?(_finite)?(@.*)?|_ZGV[a-zA-Z0-9]+_($forbidden)f?" | xargs)
  report "$([ -z "$found" ] && echo 1)" "$label calls into the C library: $found"
  found=$(strays "$file" | xargs)
  report "$([ -z "$found" ] && echo 1)" "$label: globals of AVX objects without suffix: $found"
done
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
