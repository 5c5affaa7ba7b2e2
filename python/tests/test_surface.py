"""The package has the names, types and numbers of the reference, as they are recorded in
compare/golden.txt.xz (compare/compare.py says how)."""
import os
import sys

from support import HERE, MODELS, load_api, module_name

sys.path.insert(0, os.path.join(HERE, 'compare'))
import compare  # noqa: E402  pylint: disable=wrong-import-position
import dump  # noqa: E402  pylint: disable=wrong-import-position

load_api()


def test_same_as_reference():
  """Counts are printed with pytest -s."""
  golden = compare.read_golden()
  ours = dump.dump(module_name(), MODELS, True)
  assert not [line for line in ours if line[1] == 'crash']
  wrong = compare.compare(golden, ours)
  assert compare.report_all(wrong, len(golden)) == 0
