#!/usr/bin/env python3
"""Layout of the public structs and values of the public constants.

The specification lists struct members and enum values (api_structs.tsv, api_enums.tsv, and for
visualisation api_vis_structs.tsv, api_vis_enums.tsv). This script
computes offsets and sizes by the C rules for 64-bit targets, independently of any compiler:
  layout.py write SPEC   specification -> tests/golden/layout.tsv -> tests/headers/layout_table.h
  layout.py check SPEC   are both files what `write` would make of the specification
  layout.py table        is the table what the golden file gives (needs no specification)
  layout.py headers      do the public headers declare the members of the golden file, in order,
                         with their types and a comment that opens with the shape, and all enum
                         values
The last three print "N passed, M failed" and fail with status 1.
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
GOLDEN = ROOT / 'tests/golden/layout.tsv'
TABLE = ROOT / 'tests/headers/layout_table.h'
EXTRA_ENUMS = ROOT / 'tools/api/spec_enums.tsv'
HEADERS = ['types.h', 'model.h', 'data.h', 'spec.h', 'log.h', 'visualize.h', 'render.h']

# C types of 64-bit targets (LP64 and LLP64 agree on these); enums are ints
C_SIZES = {'char': 1, 'unsigned char': 1, '_Bool': 1, 'bool': 1, 'int': 4, 'unsigned int': 4,
           'float': 4, 'double': 8, 'int64_t': 8, 'uint64_t': 8, 'size_t': 8, 'uintptr_t': 8}
POINTER_SIZE = 8
ENUM_SIZE = 4

# the specification leaves this shape out
MISSING_SHAPES = {('mjData', 'qfrc_inverse'): 'nv x 1'}


def rows(path):
  """Tab-separated rows of a file, without comments; '#define' rows are no comments."""
  for line in path.read_text().splitlines():
    if line.strip() and not re.match(r'#(?!define\t)', line):
      yield line.split('\t')


class Spec:
  """Structs, enums and constants of the specification."""

  def __init__(self, folder):
    self.structs, self.scalars, self.enums, self.defines = {}, {}, {}, {}
    members = [row for name in ('api_structs.tsv', 'api_vis_structs.tsv')
               for row in rows(folder / name)]
    for name, member, ctype, shape in members:
      if name == 'typedef':
        self.scalars.setdefault(member, ctype)
      else:
        shape = shape or MISSING_SHAPES.get((name, member), '')
        self.structs.setdefault(name, []).append((member, ctype, shape))
    for path in (folder / 'api_enums.tsv', folder / 'api_vis_enums.tsv', EXTRA_ENUMS):
      for name, key, value in rows(path):
        if name == '#define':
          self.defines[key] = value
        else:
          self.enums.setdefault(name, []).append((key, int(value)))
    self.values = {key: value for items in self.enums.values() for key, value in items}
    self.values.update({k: int(v) for k, v in self.defines.items() if re.fullmatch(r'\d+', v)})
    self.laid_out = {}

  def size_align(self, ctype):
    """Size and alignment of one type name."""
    if ctype.endswith('*'):
      return POINTER_SIZE, POINTER_SIZE
    if ctype in self.enums:
      return ENUM_SIZE, ENUM_SIZE
    if ctype in self.structs:
      size, align, _ = self.layout(ctype)
      return size, align
    size = C_SIZES[self.scalars.get(ctype, ctype)]
    return size, size

  def count(self, declarator):
    """Number of elements of 'name[a][b]'; a and b are sums and products of constants."""
    total = 1
    for text in re.findall(r'\[(.*?)\]', declarator):
      terms = text.split('+')
      values = []
      for term in terms:
        product = 1
        for factor in term.split('*'):
          product *= int(factor) if factor.isdigit() else self.values[factor]
        values.append(product)
      total *= sum(values)
    return total

  def place(self, members):
    """Offsets of (name, size, align) triples, total size, alignment."""
    offset, align, offsets = 0, 1, []
    for _, size, need in members:
      offset = -(-offset // need) * need
      offsets.append(offset)
      offset += size
      align = max(align, need)
    return offsets, -(-offset // align) * align, align

  def layout(self, name):
    """Size, alignment and member rows (member, offset, size, type, shape) of a struct."""
    if name not in self.laid_out:
      self.laid_out[name] = self.compute(name)
    return self.laid_out[name]

  def compute(self, name):
    # consecutive members "a.b" form the nested struct a
    groups = []
    for declarator, ctype, shape in self.structs[name]:
      outer = declarator.split('.')[0] if '.' in declarator else None
      if outer is None or not groups or groups[-1][0] != outer:
        groups.append((outer, []))
      size, align = self.size_align(ctype)
      groups[-1][1].append((declarator, size * self.count(declarator), align, ctype, shape))
    blocks = []
    for outer, members in groups:
      offsets, size, align = self.place([m[:3] for m in members])
      blocks.append((outer, size, align, members, offsets))
    starts, size, align = self.place([b[:3] for b in blocks])
    out = []
    for start, (outer, block_size, _, members, offsets) in zip(starts, blocks):
      if outer:
        out.append((outer, start, block_size, 'struct', ''))
      for (declarator, bytes_, _, ctype, shape), offset in zip(members, offsets):
        out.append((declarator, start + offset, bytes_, ctype, shape))
    return size, align, out


def golden_text(spec):
  """The golden file."""
  lines = ['# Made by: python3 tools/api/layout.py write ../shared/spec',
           '# struct: name, size, alignment. member: struct, member, offset, size, type, shape.',
           '# enum: enum, name, value. define: name, value.']
  for name in spec.structs:
    size, align, members = spec.layout(name)
    lines.append(f'struct\t{name}\t{size}\t{align}')
    for declarator, offset, bytes_, ctype, shape in members:
      lines.append(f'member\t{name}\t{declarator}\t{offset}\t{bytes_}\t{ctype}\t{shape}')
  for name, items in spec.enums.items():
    lines += [f'enum\t{name}\t{key}\t{value}' for key, value in items]
  lines += [f'define\t{key}\t{value}' for key, value in spec.defines.items()]
  return '\n'.join(lines) + '\n'


TABLE_HEAD = '''\
// Generated by tools/api/layout.py from tests/golden/layout.tsv, not to be edited. What the
// compiler makes of each public struct, member, enum value and constant, beside what is expected.
#ifndef TESTS_LAYOUT_TABLE_H_
#define TESTS_LAYOUT_TABLE_H_

#include <stddef.h>

#include <sinew/data.h>
#include <sinew/log.h>
#include <sinew/render.h>
#include <sinew/spec.h>

typedef struct {
  const char* name;           // struct
  size_t size, align;         // as compiled
  size_t wantSize, wantAlign;
} StructRow;

typedef struct {
  const char* owner;            // struct
  const char* name;             // member
  size_t offset, size;          // as compiled
  int sameType;                 // is its type the expected one
  size_t wantOffset, wantSize;
} MemberRow;

typedef struct {
  const char* name;       // enum value or constant
  double value;           // as compiled
  double wantValue;
} ValueRow;

// `pointer` is the type of a pointer to the member
#define STRUCT(s, size, align) {#s, sizeof(s), _Alignof(s), size, align}
#define MEMBER(s, m, pointer, offset, size) \\
  {#s, #m, offsetof(s, m), sizeof(((s*)0)->m), _Generic(&((s*)0)->m, pointer: 1, default: 0), \\
   offset, size}
#define NESTED(s, m, offset, size) {#s, #m, offsetof(s, m), sizeof(((s*)0)->m), 1, offset, size}
#define VALUE(name, value) {#name, (double)(name), value}
'''


def table_text(golden):
  """The C table, from rows of the golden file."""
  parts = {'struct': [], 'member': [], 'value': []}
  for kind, *row in golden:
    if kind == 'struct':
      parts['struct'].append(f'  STRUCT({row[0]}, {row[1]}, {row[2]}),')
    elif kind == 'member' and row[4] == 'struct':
      parts['member'].append(f'  NESTED({row[0]}, {row[1]}, {row[2]}, {row[3]}),')
    elif kind == 'member':
      name, dims = re.match(r'([^\[]*)(.*)', row[1]).groups()
      parts['member'].append(
          f'  MEMBER({row[0]}, {name}, {row[4]} (*){dims}, {row[2]}, {row[3]}),')
    else:
      name, value = row[-2:]
      parts['value'].append(f'  VALUE({name}, {value}),')
  out = [TABLE_HEAD]
  for kind, ctype, name in (('struct', 'StructRow', 'structRows'), ('member', 'MemberRow',
                            'memberRows'), ('value', 'ValueRow', 'valueRows')):
    out.append(f'static const {ctype} {name}[] = {{')
    out += parts[kind]
    out.append('};\n')
  return '\n'.join(out) + '\n#endif\n'


def header_structs(text):
  """Structs in a header: {name: [(declarator, type, comment)]}, nested members as a.b."""
  found = {}
  for match in re.finditer(r'typedef struct (\w+)_ \{\n(.*?)\n\} (\w+);', text, re.S):
    members, inner = [], None
    for line in match.group(2).splitlines():
      code, _, comment = (part.strip() for part in line.partition('//'))
      if code == 'struct {':
        inner = []
      elif inner is not None and (end := re.fullmatch(r'\} (\w+);', code)):
        members.append((end.group(1), 'struct', '-'))
        members += [(f'{end.group(1)}.{d}', t, c) for d, t, c in inner]
        inner = None
      elif code:
        ctype, declarator = re.fullmatch(r'(.+[ *])(\w+(?:\[\S*\])*);', code).groups()
        (members if inner is None else inner).append((declarator, ctype.strip(), comment))
    found[match.group(3)] = members
  return found


def header_enums(text):
  """Enums in a header: {name: [(key, has a comment of its own or above its group)]}."""
  found = {}
  for match in re.finditer(r'typedef enum (\w+)_ \{\n(.*?)\n\} (\w+);', text, re.S):
    keys, above, fresh = [], False, True
    for line in match.group(2).splitlines():
      code, mark, _ = (part.strip() for part in line.partition('//'))
      if not code:
        above = bool(mark)
      elif fresh:
        keys.append((re.match(r'\w+', code).group(), bool(mark) or above))
      if code:
        fresh = code.endswith(',')
    found[match.group(3)] = keys
  return found


class Report:
  """Counts checks and prints those that fail."""

  def __init__(self):
    self.passed = self.failed = 0

  def check(self, good, text):
    if good:
      self.passed += 1
    else:
      self.failed += 1
      print('FAILED:', text)

  def end(self):
    print(f'{self.passed} passed, {self.failed} failed')
    return 1 if self.failed else 0


def check_headers(report):
  structs, enums = {}, {}
  for name in HEADERS:
    text = (ROOT / 'include/sinew' / name).read_text()
    structs.update(header_structs(text))
    enums.update(header_enums(text))
  want_structs, want_enums = {}, {}
  for kind, *row in rows(GOLDEN):
    if kind == 'struct':
      want_structs[row[0]] = []
    elif kind == 'member':
      want_structs[row[0]].append((row[1], row[4], row[5]))
    elif kind == 'enum':
      want_enums.setdefault(row[0], []).append(row[1])
  report.check(set(structs) == set(want_structs),
               f'structs differ: {set(structs) ^ set(want_structs)}')
  report.check(set(enums) == set(want_enums), f'enums differ: {set(enums) ^ set(want_enums)}')
  for name, want in want_structs.items():
    have = structs.get(name, [])
    report.check(len(have) == len(want), f'{name}: {len(have)} members, expected {len(want)}')
    for (declarator, ctype, comment), (d, t, shape) in zip(have, want):
      report.check((declarator, ctype) == (d, t),
                   f'{name}: "{ctype} {declarator}" where "{t} {d}" is expected')
      report.check(comment.strip(), f'{name}.{d} has no comment')
      given = re.match(r'\((\w+ x [\w*]+)\) ', comment)
      report.check((given.group(1) if given else '') == shape or t == 'struct',
                   f'{name}.{d}: comment "{comment}" does not open with shape "({shape})"')
  for name, want in want_enums.items():
    have = enums.get(name, [])
    report.check([key for key, _ in have] == want, f'{name}: values differ from {want}')
    for key, commented in have:
      report.check(commented, f'{key} has no comment')


def main(mode, folder=None):
  report = Report()
  if mode in ('write', 'check'):
    spec = Spec(pathlib.Path(folder))
    golden = golden_text(spec)
    if mode == 'write':
      GOLDEN.write_text(golden)
      TABLE.write_text(table_text(rows(GOLDEN)))
      return 0
    report.check(GOLDEN.read_text() == golden, f'{GOLDEN.name} is not what {folder} gives')
  if mode in ('check', 'table'):
    report.check(TABLE.read_text() == table_text(rows(GOLDEN)),
                 f'{TABLE.name} is not what {GOLDEN.name} gives')
  if mode == 'headers':
    check_headers(report)
  return report.end()


if __name__ == '__main__':
  if len(sys.argv) < 2 or sys.argv[1] not in ('write', 'check', 'table', 'headers'):
    sys.exit(__doc__)
  sys.exit(main(*sys.argv[1:]))
