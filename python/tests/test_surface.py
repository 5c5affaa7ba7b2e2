"""The package has the names, types and numbers of the reference, as they are recorded in
compare/golden.txt.xz (compare/compare.py says how)."""
import fnmatch
import os
import sys

import pytest

from support import HERE, MODELS, load_api, module_name

sys.path.insert(0, os.path.join(HERE, 'compare'))
import compare  # noqa: E402  pylint: disable=wrong-import-position
import dump  # noqa: E402  pylint: disable=wrong-import-position

load_api()


def known():
  """Patterns of what is known to be missing."""
  with open(os.path.join(HERE, 'compare', 'missing.txt'), encoding='utf-8') as file:
    return [line.split('\t')[0] for line in file if line.strip() and line[0] != '#']


@pytest.fixture(name='result', scope='module')
def fixture_result():
  """What is missing or differs, and the number of entries."""
  golden = compare.read_golden()
  return compare.compare(golden, dump.dump(module_name(), MODELS, True)), len(golden)


def is_listed(key, patterns):
  return any(fnmatch.fnmatchcase(key, p) for p in patterns)


def part_of(result, patterns, listed):
  """The entries that are on the list, or those that are not."""
  return {what: [e for e in result[what] if is_listed(e[0], patterns) == listed]
          for what in ('missing', 'type', 'value')}


def test_same_as_reference(result):
  wrong, total = result
  patterns = known()
  print('on the list of what is missing:')
  compare.report({**part_of(wrong, patterns, True), 'more': wrong['more']}, total, 0)
  print('not on the list:')
  assert compare.report({**part_of(wrong, patterns, False), 'more': []}, total) == 0


def test_list_is_needed(result):
  wrong, _ = result
  keys = [e[0] for what in ('missing', 'type', 'value') for e in wrong[what]]
  unneeded = [p for p in known() if not fnmatch.filter(keys, p)]
  assert not unneeded
