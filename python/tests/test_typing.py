"""The types that the package tells: every public name has one, and the program that checkers read (tools/typing.sh) runs."""
import ast
import os
import pathlib
import subprocess
import sys

import pytest

import sinew

HERE = pathlib.Path(__file__).resolve().parent
PACKAGE = pathlib.Path(sinew.__file__).parent


def exported(path):
  """Names that a stub tells: definitions, and imports under the same name."""
  names = set()
  for node in ast.parse(path.read_text()).body:
    if isinstance(node, ast.ImportFrom):
      names |= {alias.asname for alias in node.names if alias.asname == alias.name}
    elif isinstance(node, ast.AnnAssign):
      names.add(node.target.id)
    elif isinstance(node, ast.Assign):
      names |= {target.id for target in node.targets}
    elif hasattr(node, 'name'):
      names.add(node.name)
  return names


def stubs(name):
  path = PACKAGE / name
  if not path.exists():
    pytest.skip('the module stands without its stubs')
  return path


def test_everything_is_exported():
  assert set(sinew.__all__) - exported(stubs('__init__.pyi')) == set()
  public = {name for name in vars(sinew._core) if not name.startswith('_')}
  assert public - exported(stubs('_core.pyi')) == set()


def test_attributes_have_types():
  """Every attribute of a struct stands in the stub, and what is assigned to it may be other than what is read."""
  classes = {node.name: node for node in ast.parse(stubs('_core.pyi').read_text()).body if isinstance(node, ast.ClassDef)}
  for kind in (sinew.MjModel, sinew.MjData, sinew.MjOption, sinew.MjContact, sinew.Batch, sinew.MjsGeom, sinew.MjvScene):
    told = {node.target.id: ast.unparse(node.annotation) for node in classes[kind.__name__].body if isinstance(node, ast.AnnAssign)}
    there = {name for name, member in vars(kind).items() if type(member).__name__ == 'getset_descriptor' and name[0] != '_'}
    assert there - set(told) == set()
    if kind is sinew.MjModel:
      assert told['qpos0'] == '_Array[np.float64]' and told['nq'] == '_Fixed[int]'


def test_program_runs():
  env = dict(os.environ, PYTHONPATH=os.pathsep.join(p for p in sys.path if p))
  done = subprocess.run([sys.executable, HERE / 'typing' / 'user_code.py'], env=env, capture_output=True, text=True, check=False)
  assert done.returncode == 0, done.stderr
