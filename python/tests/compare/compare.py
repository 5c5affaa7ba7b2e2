"""Compares two packages of the API, or one with what is recorded of the reference.

  python compare.py REFERENCE OURS [MODELS]
      Each of the two is INTERPRETER:MODULE or INTERPRETER:MODULE:PYTHONPATH. Runs dump.py under both,
      compares names, types and numbers to 1e-9, prints what is missing and what differs, apart from what
      known.txt lists. Exit code 1 if there is any.
  python compare.py --record REFERENCE [MODELS]
      Writes golden.txt.xz:
        python python/tests/compare/compare.py --record VENV/bin/python:mujoco models
      (VENV has mujoco==3.12.0)

The reference is run twice, with memory filled in two ways: what differs between the two runs is not
defined (clocks, arrays of the arena that no call has filled), so that only its type is compared.
"""
import collections
import fnmatch
import json
import lzma
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
GOLDEN = os.path.join(HERE, 'golden.txt.xz')
TOLERANCE = 1e-9
UNDEFINED = '-'
KINDS = ('missing', 'type', 'value')

# Members whose numbers are free: sizes and uses of memory, clocks, and iterations of solvers
FREE = {
    'd.maxuse_arena', 'd.maxuse_stack', 'd.parena', 'd.pstack', 'd.pbase', 'd.narena', 'd.nbuffer',
    'd.threadpool', 'd.timer.duration', 'd.timer.number', 'm.narena', 'm.nbuffer', 'm.signature',
    'd.signature', 'd.maxuse_con', 'd.maxuse_efc',
}


def known():
  """(kind, pattern) of known.txt: what is known to be missing or different."""
  with open(os.path.join(HERE, 'known.txt'), encoding='utf-8') as file:
    return [tuple(line.split('\t')[:2]) for line in file if line.strip() and line[0] != '#']


def is_listed(kind, key, patterns):
  return any(k in (kind, '*') and fnmatch.fnmatchcase(key, p) for k, p in patterns)


def part_of(wrong, patterns, listed):
  """The entries that are on the list, or those that are not."""
  return {kind: [e for e in wrong[kind] if is_listed(kind, e[0], patterns) == listed] for kind in KINDS}


def unneeded(wrong, patterns):
  """Patterns that no entry has."""
  found = [(kind, e[0]) for kind in KINDS for e in wrong[kind]]
  return [p for k, p in patterns if not any(k in (kind, '*') and fnmatch.fnmatchcase(key, p) for kind, key in found)]


def report_all(wrong, total):
  """Prints what is on the list and what is not; the number of the latter."""
  patterns = known()
  print('\non the list of what is missing or different:')
  report({**part_of(wrong, patterns, True), 'more': wrong['more']}, total, 0)
  print('of the list, nothing needs:', ', '.join(unneeded(wrong, patterns)))
  print('not on the list:')
  return report({**part_of(wrong, patterns, False), 'more': []}, total)


def run(target, models, short, fill=0):
  """The lines that dump.py prints for a package."""
  interpreter, module, path = (target.split(':', 2) + [''])[:3]
  env = dict(os.environ, MALLOC_PERTURB_=str(fill))
  if path:
    env['PYTHONPATH'] = path
  command = [interpreter, os.path.join(HERE, 'dump.py'), module, models] + (['--digest'] if short else [])
  done = subprocess.run(command, env=env, stdout=subprocess.PIPE, check=True, text=True)
  return [json.loads(line) for line in done.stdout.splitlines()]


def defined(first, second):
  """The lines of two runs; values that differ between them become UNDEFINED."""
  other = {key: value for key, _, value in second}
  return [[key, kind, value if same(value, other.get(key)) else UNDEFINED] for key, kind, value in first
          if kind != 'crash']


def same(a, b):
  return json.dumps(a) == json.dumps(b)


def is_free(key):
  return key.split('/')[-1] in FREE


def close(a, b):
  """Whether two values agree: numbers to the tolerance, at the scale of the largest of the list."""
  if isinstance(a, list) and isinstance(b, list):
    numbers = [abs(x) for x in a if isinstance(x, (int, float)) and abs(x) < 1e300]
    scale = max(numbers, default=0)
    return len(a) == len(b) and all(close_number(x, y, scale) for x, y in zip(a, b))
  return close_number(a, b, 0)


def close_number(a, b, scale):
  if isinstance(a, list):
    return close(a, b)
  if not isinstance(a, (int, float)) or not isinstance(b, (int, float)):
    return a == b
  if a == b or (a != a and b != b):
    return True
  return abs(a - b) <= TOLERANCE * max(1, scale, abs(a))


def compare(reference, ours):
  """Keys by what is wrong with them: missing, type, value; and those that only we have."""
  have = {key: (kind, value) for key, kind, value in ours}
  wrong = collections.defaultdict(list)
  for key, kind, value in reference:
    if key not in have:
      wrong['missing'].append((key, kind, ''))
      continue
    kind2, value2 = have.pop(key)
    if kind != kind2:
      wrong['type'].append((key, kind, kind2))
    elif value != UNDEFINED and not is_free(key) and not close(value, value2):
      wrong['value'].append((key, value, value2))
  wrong['more'] = [(key, *have[key]) for key in have]
  return wrong


def report(wrong, total, limit=40):
  """Prints counts and the first of each; the number of those that are wrong."""
  for what in KINDS:
    for key, a, b in wrong[what][:limit]:
      print(f'{what}: {key}  {str(a)[:90]}  {str(b)[:90]}')
    if len(wrong[what]) > limit > 0:
      print(f'{what}: ... and {len(wrong[what]) - limit} more')
  bad = sum(len(wrong[what]) for what in KINDS)
  print(f'{total} entries: {len(wrong["missing"])} missing, {len(wrong["type"])} of another type, '
        f'{len(wrong["value"])} with other values, {len(wrong["more"])} more than the reference has')
  return bad


def rounded(value):
  """Numbers with the digits that the comparison needs."""
  if isinstance(value, list):
    return [rounded(v) for v in value]
  return float(f'{value:.12g}') if isinstance(value, float) and abs(value) < 1e300 else value


def write_golden(lines):
  text = '\n'.join(json.dumps([key, kind, rounded(value)], separators=(',', ':')) for key, kind, value in lines)
  with lzma.open(GOLDEN, 'wt', preset=9 | lzma.PRESET_EXTREME, encoding='utf-8') as file:
    file.write(text + '\n')
  print(f'{len(lines)} entries in {GOLDEN}, {os.path.getsize(GOLDEN)} bytes')


def read_golden():
  with lzma.open(GOLDEN, 'rt', encoding='utf-8') as file:
    return [json.loads(line) for line in file]


def reference_lines(target, models, short):
  return defined(run(target, models, short, 1), run(target, models, short, 170))


def main():
  args = [a for a in sys.argv[1:] if not a.startswith('--')]
  record = '--record' in sys.argv
  need = 1 if record else 2
  if len(args) not in (need, need + 1):
    sys.exit(__doc__)
  models = args[need] if len(args) > need else os.path.join(HERE, '..', '..', '..', 'models')
  reference = reference_lines(args[0], models, record)
  if record:
    write_golden(reference)
    return
  wrong = compare(reference, run(args[1], models, False))
  sys.exit(1 if report_all(wrong, len(reference)) else 0)


if __name__ == '__main__':
  main()
