"""The package has the names, types and numbers of the reference, as they are recorded in
compare/golden.txt.xz (compare/compare.py says how)."""
import fnmatch
import os
import sys

from support import HERE, MODELS, load_api, module_name

sys.path.insert(0, os.path.join(HERE, 'compare'))
import compare  # noqa: E402  pylint: disable=wrong-import-position
import dump  # noqa: E402  pylint: disable=wrong-import-position

load_api()


KINDS = ('missing', 'type', 'value')


def known():
  """(kind, pattern) of what is known to be missing or different."""
  with open(os.path.join(HERE, 'compare', 'missing.txt'), encoding='utf-8') as file:
    return [tuple(line.split('\t')[:2]) for line in file if line.strip() and line[0] != '#']


def is_listed(kind, key, patterns):
  return any(k in (kind, '*') and fnmatch.fnmatchcase(key, p) for k, p in patterns)


def part_of(result, patterns, listed):
  """The entries that are on the list, or those that are not."""
  return {kind: [e for e in result[kind] if is_listed(kind, e[0], patterns) == listed] for kind in KINDS}


def unneeded(result, patterns):
  """Patterns that no entry has."""
  found = [(kind, e[0]) for kind in KINDS for e in result[kind]]
  return [p for k, p in patterns if not any(k in (kind, '*') and fnmatch.fnmatchcase(key, p) for kind, key in found)]


def test_same_as_reference():
  """Counts are printed with pytest -s."""
  golden = compare.read_golden()
  wrong = compare.compare(golden, dump.dump(module_name(), MODELS, True))
  patterns = known()
  print('\non the list of what is missing or different:')
  compare.report({**part_of(wrong, patterns, True), 'more': wrong['more']}, len(golden), 0)
  print('of the list, nothing needs:', ', '.join(unneeded(wrong, patterns)))
  print('not on the list:')
  assert compare.report({**part_of(wrong, patterns, False), 'more': []}, len(golden)) == 0
