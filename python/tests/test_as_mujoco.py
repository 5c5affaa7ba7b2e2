"""`import mujoco` gives Sinew, in scripts, in modules and after an import; packages that use it run so."""
import importlib.util
import subprocess
import sys
import os

import pytest

from support import HERE, load_api, model_path, module_name

sys.path.insert(0, os.path.join(HERE, 'compare'))
import tasks  # noqa: E402  pylint: disable=wrong-import-position

api = load_api()
pytestmark = pytest.mark.skipif(module_name() != 'sinew', reason='of Sinew only')
STEPS = 200

SCRIPT = '''
import sys
import mujoco
from mujoco import rollout
import mujoco.rollout as again
m = mujoco.MjModel.from_xml_path(sys.argv[1])
d = mujoco.MjData(m)
mujoco.mj_step(m, d, 3)
print(mujoco.__version__, type(m).__name__, rollout is again, __name__, len(sys.argv))
try:
  import mujoco.mjx
except ImportError as error:
  print(error)
'''


def run(arguments, folder):
  env = dict(os.environ, PYTHONPATH=os.pathsep.join(p for p in sys.path if p))
  return subprocess.run([sys.executable] + arguments, cwd=folder, env=env, check=True, text=True,
                        stdout=subprocess.PIPE).stdout.splitlines()


def check(lines):
  assert lines[0] == f'{api.mj_versionString()} MjModel True __main__ 2'
  assert 'mujoco.mjx' in lines[1]


def test_script_and_module(tmp_path):
  (tmp_path / 'program.py').write_text(SCRIPT)
  check(run(['-m', 'sinew.as_mujoco', 'program.py', model_path('arm')], tmp_path))
  check(run(['-m', 'sinew.as_mujoco', '-m', 'program', model_path('arm')], tmp_path))


def test_import(tmp_path):
  (tmp_path / 'program.py').write_text('import sinew.as_mujoco\n' + SCRIPT)
  check(run(['program.py', model_path('arm')], tmp_path))


def test_too_late(tmp_path):
  (tmp_path / 'mujoco.py').write_text('')
  (tmp_path / 'program.py').write_text('''
import mujoco
try:
  import sinew.as_mujoco
except ImportError as error:
  print(error)
''')
  assert 'already' in run(['program.py'], tmp_path)[0]


def test_names_that_are_none():
  with pytest.raises(AttributeError, match="no attribute 'nothing'"):
    getattr(api, 'nothing')


def needs(*modules):
  missing = [name for name in modules if importlib.util.find_spec(name) is None]
  return pytest.mark.skipif(bool(missing), reason=f'not installed: {", ".join(missing)}')


def play(script, *arguments):
  """What a script of compare/ says of each task on Sinew."""
  path = os.path.dirname(os.path.dirname(os.path.abspath(api.__file__)))
  return tasks.run(os.path.join(HERE, 'compare', script), path, *arguments)


def failed(played):
  """{task: error} of those that are not played to their end."""
  return {task: said for task, said in played.items() if isinstance(said, str)}


@needs('gymnasium', 'imageio')
def test_gymnasium():
  played = play('gym_tasks.py', '--play', STEPS, 0.0)
  assert 'mujoco<3' in played.pop('Pusher-v4')  # Gymnasium has it for old versions only
  assert len(played) == 21 and not failed(played)
  checked = play('gym_tasks.py', '--check')
  assert len(checked) == 11 and not failed(checked)


@needs('gymnasium', 'imageio')
def test_gymnasium_draws():
  drawn = play('gym_tasks.py', '--draw')
  assert len(drawn) == 11 and not failed(drawn)
  assert all(said == [[[96, 128, 3], 'uint8'], [[96, 128], 'float32']] for said in drawn.values())


@needs('dm_control')
def test_dm_control():
  played = play('dm_tasks.py', '--play', STEPS, 0.0)
  assert len(played) >= 51 and not failed(played)
