"""Every public function, member and enum has a Python name, or a reason why it has none."""
import ast
import pathlib
import sys

import sinew

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / 'python/tools'))
import gen_enums
import gen_functions

# members that are addresses of memory
NO_MEMBERS = {('mjModel', 'buffer'), ('mjData', 'buffer'), ('mjData', 'arena')}
STRUCTS = ['mjModel', 'mjData', 'mjOption', 'mjStatistic', 'mjContact', 'mjWarningStat', 'mjTimerStat',
           'mjSolverStat', 'mjLROpt', 'mjvOption', 'mjvCamera', 'mjvPerturb']


def members():
  """[(struct, member)] of the structs that Python has."""
  out = []
  for line in (ROOT / 'tests/golden/layout.tsv').read_text().splitlines():
    cells = line.split('\t')
    if cells[0] == 'member' and cells[1] in STRUCTS:
      out.append((cells[1], cells[2].partition('[')[0]))
  return out


def test_functions():
  have = [name for name, *_ in gen_functions.table()]
  reasons = gen_functions.functions()[1]
  lost = [name for name in have if not hasattr(sinew, name) and name not in reasons]
  both = [name for name in reasons if hasattr(sinew, name) and callable(getattr(sinew, name))]
  print(f'functions: {len(have) - len(reasons)} of {len(have)}; left out with a reason: {len(reasons)}')
  for name, reason in reasons.items():
    print(f'  {name}: {reason}')
  assert not lost and not both


def test_members():
  all_members = members()
  lost = [(struct, name) for struct, name in all_members
          if not hasattr(getattr(sinew, 'Mj' + struct[2:]), name) and (struct, name) not in NO_MEMBERS]
  print(f'members: {len(all_members) - len(lost)} of {len(all_members)}')
  assert not lost and len(all_members) > 600


def test_members_of_visual():
  for name in ('global_', 'quality', 'headlight', 'map', 'scale', 'rgba'):
    assert hasattr(sinew.MjVisual, name)


def test_enums():
  enums = gen_enums.enums()
  for name, _, values in enums:
    found = {member: int(value) for member, value in getattr(sinew, name).__members__.items()}
    assert found == dict(values), name
  golden = {}
  for line in (ROOT / 'tests/golden/layout.tsv').read_text().splitlines():
    cells = line.split('\t')
    if cells[0] == 'enum':
      golden.setdefault(cells[1], {})[cells[2]] = int(cells[3])
  for name, values in golden.items():
    mine = getattr(sinew, name).__members__
    assert {member: int(mine[member]) for member in values} == values, name
  print(f'enums: {len(enums)}, of which {len(golden)} are compared with the reference')


def test_documentation():
  """Everything says what it is."""
  functions = [name for name, *_ in gen_functions.table() if callable(getattr(sinew, name, None))]
  silent = [name for name in functions if not getattr(sinew, name).__doc__]
  assert not silent
  assert 'nq' in sinew.MjData.qpos.__doc__


def test_stubs():
  """The type stubs name every function and are Python."""
  stubs = ast.parse(pathlib.Path(sinew.__file__).with_name('_core.pyi').read_text()).body
  names = {node.name for node in stubs if isinstance(node, (ast.FunctionDef, ast.ClassDef))}
  public = {name for name in vars(sinew._core) if callable(getattr(sinew._core, name)) and not name.startswith('_')}
  assert not public - names
  classes = {node.name: {line.target.id for line in node.body if isinstance(line, ast.AnnAssign)}
             for node in stubs if isinstance(node, ast.ClassDef)}
  for name, _, values in gen_enums.enums():
    assert not {member for member, _ in values} - classes[name], name
  constants = {node.target.id for node in stubs if isinstance(node, ast.AnnAssign)}
  assert not set(gen_enums.constants()) - constants
