"""`import mujoco` gives Sinew, in scripts, in modules and after an import; packages that use it run so."""
import glob
import importlib.machinery
import importlib.util
import os
import shutil
import subprocess
import sys

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


def run(arguments, folder, **more):
  """Lines that a Python process prints; more: variables of the environment."""
  env = dict(os.environ, PYTHONPATH=os.pathsep.join(p for p in sys.path if p), **more)
  done = subprocess.run([sys.executable] + arguments, cwd=folder, env=env, check=False, text=True, stdout=subprocess.PIPE,
                        stderr=subprocess.PIPE, timeout=120)
  assert done.returncode == 0, done.stderr
  return done.stdout.splitlines()


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


# ---- children

# whatever mujoco a process imports: Sinew, or a package that stands for the reference
WHO = "import mujoco; print('sinew' if hasattr(mujoco, 'Batch') else mujoco.WHO, flush=True)"

CHILDREN = f'''
import multiprocessing, subprocess, sys, os
import mujoco


def who(_=None):
  import mujoco
  m = mujoco.MjModel.from_xml_string('<mujoco/>')
  return 'sinew' if hasattr(mujoco, 'Batch') else mujoco.WHO


if __name__ == '__main__':
  for method in sys.argv[1:]:
    context = multiprocessing.get_context(method)
    with context.Pool(1) as pool:
      print(pool.map(who, [0])[0], flush=True)
  child = {WHO!r}
  subprocess.run([sys.executable, '-c', child], check=True)
  grand = 'import subprocess, sys; subprocess.run([sys.executable, "-c", sys.argv[1]], check=True)'
  subprocess.run([sys.executable, '-c', grand, child], check=True)
  subprocess.run([sys.executable, '-c', child], check=True, env=dict(os.environ, SINEW_AS_MUJOCO='0'))
'''


def other_engine(folder, text='WHO = "other"\n'):
  """A mujoco on the path, in place of the reference."""
  package = folder / 'other' / 'mujoco'
  package.mkdir(parents=True)
  (package / '__init__.py').write_text(text)
  return str(folder / 'other')


def with_other(folder, arguments, *flags):
  """Lines of a process that would find another mujoco before Sinew."""
  path = os.pathsep.join([other_engine(folder)] + [p for p in sys.path if p])
  env = dict(os.environ, PYTHONPATH=path)
  done = subprocess.run([sys.executable, *flags, *arguments], cwd=folder, env=env, check=False, text=True, stdout=subprocess.PIPE,
                        stderr=subprocess.PIPE, timeout=120)
  assert done.returncode == 0, done.stderr
  return done.stdout.splitlines()


METHODS = ('fork', 'spawn', 'forkserver') if hasattr(os, 'fork') else ('spawn',)


def test_children_inherit(tmp_path):
  """Processes of multiprocessing, of subprocess, and theirs; a variable gives a child the other engine."""
  (tmp_path / 'program.py').write_text(CHILDREN)
  lines = with_other(tmp_path, ['-m', 'sinew.as_mujoco', 'program.py', *METHODS])
  assert lines == ['sinew'] * (len(METHODS) + 2) + ['other']


def test_children_of_a_program_that_imports(tmp_path):
  (tmp_path / 'program.py').write_text('import sinew.as_mujoco\n' + CHILDREN)
  assert with_other(tmp_path, ['program.py', 'spawn']) == ['sinew'] * 3 + ['other']


@pytest.mark.parametrize('flag', ['-E', '-I'])
def test_children_that_read_no_environment(tmp_path, flag):
  """multiprocessing hands -E and -I on: its children are redirected all the same."""
  other_engine(tmp_path)
  path = [os.path.dirname(os.path.dirname(api.__file__)), str(tmp_path / 'other'), str(tmp_path)]
  (tmp_path / 'work.py').write_text("def who(_):\n  import mujoco\n  return 'sinew' if hasattr(mujoco, 'Batch') else mujoco.WHO\n")
  (tmp_path / 'program.py').write_text(f'''
import sys
sys.path[:0] = {path!r}
if __name__ == '__main__':
  import multiprocessing, work
  import sinew.as_mujoco
  for method in {METHODS!r}:
    with multiprocessing.get_context(method).Pool(1) as pool:
      print(pool.map(work.who, [0])[0])
''')
  done = subprocess.run([sys.executable, flag, 'program.py'], cwd=tmp_path, check=True, text=True, stdout=subprocess.PIPE, timeout=120)
  assert done.stdout.split() == ['sinew'] * len(METHODS)


def test_sitecustomize_of_others_runs(tmp_path):
  (tmp_path / 'mine').mkdir()
  (tmp_path / 'mine' / 'sitecustomize.py').write_text("import builtins\nbuiltins.MINE = 'mine'\n")
  (tmp_path / 'program.py').write_text('''
import subprocess, sys
subprocess.run([sys.executable, '-c',
  "import sys, sitecustomize; print(MINE, sitecustomize.__file__.split('/')[-2], [p for p in sys.path if 'hook' in p])"], check=True)
''')
  env = dict(os.environ, PYTHONPATH=os.pathsep.join([str(tmp_path / 'mine')] + [p for p in sys.path if p]))
  out = subprocess.run([sys.executable, '-m', 'sinew.as_mujoco', 'program.py'], cwd=tmp_path, env=env, check=True, text=True,
                       stdout=subprocess.PIPE).stdout
  assert out.strip() == 'mine mine []'


def test_child_that_cannot_have_sinew(tmp_path):
  """It says so, and does not take another engine."""
  other_engine(tmp_path)
  (tmp_path / 'numpy.py').write_text("raise ImportError('no numpy here')\n")
  hook = os.path.join(os.path.dirname(api.__file__), 'hook')
  env = dict(os.environ, PYTHONPATH=os.pathsep.join([hook, str(tmp_path), str(tmp_path / 'other')]), SINEW_AS_MUJOCO='1')
  done = subprocess.run([sys.executable, '-c', WHO], env=env, cwd=tmp_path, check=False, text=True, stdout=subprocess.PIPE,
                        stderr=subprocess.PIPE)
  assert done.returncode and not done.stdout
  assert 'SINEW_AS_MUJOCO' in done.stderr.splitlines()[-1] and 'no numpy here' in done.stderr.splitlines()[-1]


def test_child_finds_sinew_without_a_path(tmp_path):
  """The hook knows where it is."""
  hook = os.path.join(os.path.dirname(api.__file__), 'hook')
  env = dict(os.environ, PYTHONPATH=os.pathsep.join([hook, other_engine(tmp_path)]), SINEW_AS_MUJOCO='1')
  out = subprocess.run([sys.executable, '-c', WHO + '; import sinew; print(sinew.__file__)'], env=env, cwd=tmp_path, check=True,
                       text=True, stdout=subprocess.PIPE).stdout.split()
  assert out[0] == 'sinew' and os.path.samefile(out[1], api.__file__)


def test_reload(tmp_path):
  (tmp_path / 'program.py').write_text('''
import importlib
import sinew.as_mujoco
import mujoco, mujoco.rollout, mujoco.egl, mujoco._structs
before = mujoco
for module in (mujoco, mujoco.rollout, mujoco.egl, mujoco._structs, sinew.as_mujoco):
  assert importlib.reload(module) is module
import sys, sinew
assert mujoco is before is sys.modules['mujoco'] and mujoco.MjModel is sinew.MjModel
del sys.modules['mujoco']
import mujoco
print(mujoco.MjModel is sinew.MjModel)
''')
  assert with_other(tmp_path, ['program.py']) == ['True']


# ---- parts of the package

def test_parts_that_are_ours(tmp_path):
  lines = run(['-m', 'sinew.as_mujoco', '-c', '''
import os, sinew, mujoco, mujoco.viewer, mujoco.renderer, mujoco.gl_context, mujoco.rendering.classic.renderer
from mujoco import _structs, _enums, _functions, _callbacks, _specs, _errors, _constants, _render, _rollout
from mujoco.rendering.classic import gl_context
import mujoco.egl, mujoco.glfw, mujoco.osmesa, mujoco.cgl
assert _structs.MjModel is sinew.MjModel and _enums.mjtObj is sinew.mjtObj and _functions.mj_step is sinew.mj_step
assert _callbacks.set_mjcb_control and _specs.MjsBody and _errors.FatalError and _constants.mjMINVAL and _render.MjrContext
m = mujoco.MjModel.from_xml_string('<mujoco><worldbody><geom size="1"/></worldbody></mujoco>')
assert type(m.geom(0)) is _structs._MjModelGeomViews and type(mujoco.MjData(m).contact) is _structs._MjContactList
assert mujoco.rendering.classic.renderer.Renderer is mujoco.Renderer is mujoco.renderer.Renderer
assert mujoco.egl.GLContext is mujoco.GLContext is mujoco.gl_context.GLContext
assert os.path.exists(os.path.join(mujoco.HEADERS_DIR, 'mujoco.h')) and os.path.isdir(mujoco.PLUGINS_DIR)
mujoco.mj_loadAllPluginLibraries(mujoco.PLUGINS_DIR)
print('good')'''], tmp_path)
  assert lines == ['good']


def test_headers_compile(tmp_path):
  """HEADERS_DIR is all that a plugin library needs."""
  compiler = shutil.which('cc')
  if not compiler:
    pytest.skip('there is no C compiler')
  (tmp_path / 'x.c').write_text('#include <mujoco/mujoco.h>\nint version = mjVERSION_HEADER;\n')
  subprocess.run([compiler, '-std=c17', '-c', 'x.c', '-I', os.path.dirname(api.HEADERS_DIR)], cwd=tmp_path, check=True)


def installed(folder):
  """A mujoco with parts in Python, a compiled one, and an engine that must not run."""
  path = other_engine(folder, 'raise RuntimeError("the other engine runs")\n')
  package = folder / 'other' / 'mujoco'
  (package / 'minimize.py').write_text('import mujoco\nfrom mujoco import _structs\nENGINE = mujoco.Batch\n')
  (package / 'usd').mkdir()
  (package / 'usd' / 'exporter.py').write_text('from mujoco import minimize\n')
  (package / 'egl').mkdir()
  (package / 'egl' / '__init__.py').write_text('raise RuntimeError("the other one")\n')
  (package / 'egl' / 'egl_ext.py').write_text('EGL = 1\n')
  (package / ('_more' + importlib.machinery.EXTENSION_SUFFIXES[0])).write_text('')
  (package / 'data.txt').write_text('text')
  (folder / 'other' / 'mujoco-3.1.0.dist-info').mkdir()
  (folder / 'other' / 'mujoco-3.1.0.dist-info' / 'METADATA').write_text('Metadata-Version: 2.1\nName: mujoco\nVersion: 3.1.0\n')
  return path


def test_parts_of_an_installed_package(tmp_path):
  path = os.pathsep.join([installed(tmp_path)] + [p for p in sys.path if p])
  code = '''
import importlib.resources, importlib.util, mujoco.minimize, mujoco.usd.exporter
from mujoco.egl import egl_ext, GLContext
print(mujoco.minimize.ENGINE is mujoco.Batch, mujoco.usd.exporter.minimize is mujoco.minimize, egl_ext.EGL,
      importlib.resources.files('mujoco').joinpath('data.txt').read_text())
for name in ('_more', '_simulate', 'nothing'):
  print(importlib.util.find_spec('mujoco.' + name) is not None)
  try:
    __import__('mujoco.' + name)
  except ImportError as error:
    print(type(error).__name__, error)
'''
  env = dict(os.environ, PYTHONPATH=path)
  done = subprocess.run([sys.executable, '-m', 'sinew.as_mujoco', '-c', code], cwd=tmp_path, env=env, check=True, text=True,
                        stdout=subprocess.PIPE, stderr=subprocess.PIPE)
  lines = done.stdout.splitlines()
  assert lines[0] == 'True True 1 text'
  assert done.stderr.count('mujoco 3.1.0 on top of Sinew') == 1  # another version than that of the API
  assert lines[1::2] == ['True', 'True', 'False']
  assert lines[2].startswith('ImportError mujoco._more') and 'its own engine' in lines[2]
  assert 'mujoco.viewer' in lines[4]
  assert lines[6].startswith('ModuleNotFoundError') and 'installed' in lines[6]


def test_parts_without_a_package(tmp_path):
  """The message names what to install."""
  if importlib.util.find_spec('mujoco'):
    pytest.skip('a mujoco is installed')
  lines = run(['-m', 'sinew.as_mujoco', '-c', '''
for name in ('minimize', 'sysid', 'usd.exporter', 'mjx'):
  try:
    __import__('mujoco.' + name)
  except ImportError as error:
    print(error)
'''], tmp_path)
  assert len(lines) == 4 and all('pip install mujoco==3.12.0' in line for line in lines[:3])
  assert 'pip install mujoco-mjx==3.12.0' in lines[3]


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


# tests that the reference brings for its parts in Python, run as they are; figures: tests that pass
OWN_TESTS = {'minimize_test.py': 16, 'msh2obj_test.py': 1, 'introspect': 17, 'sysid/tests': 68, 'usd/exporter_test.py': 1}
OWN_NEEDS = {'introspect': (), 'usd/exporter_test.py': ('pxr', 'PIL', 'scipy'), 'msh2obj_test.py': ('etils',),
             'sysid/tests': ('scipy', 'colorama', 'yaml', 'plotly', 'jinja2', 'matplotlib', 'tabulate')}


@needs('mujoco', 'absl')
@pytest.mark.parametrize('name', OWN_TESTS)
def test_own_tests_of_parts(name, tmp_path):
  missing = [module for module in OWN_NEEDS.get(name, ()) if importlib.util.find_spec(module) is None]
  if missing:
    pytest.skip(f'not installed: {", ".join(missing)}')
  path = os.path.join(importlib.util.find_spec('mujoco').submodule_search_locations[0], *name.split('/'))
  files = [path] if path.endswith('.py') else sorted(glob.glob(path + '/test_*.py') + glob.glob(path + '/*_test.py'))
  last = run(['-m', 'sinew.as_mujoco', '-m', 'pytest', '-q', '-p', 'no:cacheprovider', *files], tmp_path)[-1]
  assert f'{OWN_TESTS[name]} passed' in last and 'failed' not in last
