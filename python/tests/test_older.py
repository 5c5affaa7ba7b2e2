"""What the redirect adds for packages: names of older versions, and contexts without OpenGL."""
import os
import subprocess
import sys
import textwrap

import numpy as np
import pytest

from support import load_api, module_name

sinew = load_api()
pytestmark = pytest.mark.skipif(module_name() != 'sinew', reason='of Sinew only')
MODEL = """<mujoco><worldbody><body><freejoint/><geom size="1"/><body pos="1 0 0"><joint axis="0 1 0"/><geom size=".2" pos=".3 0 0"/>
<body pos=".5 0 0"><joint axis="1 1 0"/><geom size=".2" pos=".3 0 0"/></body></body><body pos="-1 0 0"><joint axis="0 1 0"/>
<geom size=".2"/></body></body><body pos="9 0 0"><joint type="slide"/><joint type="slide" axis="0 1 0"/><geom size="1"/></body>
</worldbody></mujoco>"""


def run(code, path=''):
  """What code prints under the redirect."""
  folder = os.path.dirname(os.path.dirname(sinew.__file__))
  env = dict(os.environ, PYTHONPATH=os.pathsep.join(p for p in (folder, path) if p))
  done = subprocess.run([sys.executable, '-c', 'import sinew.as_mujoco\n' + textwrap.dedent(code)], env=env, capture_output=True,
                        text=True, check=False)
  assert done.returncode == 0, done.stderr
  return done.stdout.split()


def test_inertia_of_older_versions():
  """d.qM has the layout of the tree, and mj_fullM takes it in the order of arguments before 3.12.0."""
  found = run(f'''
    import mujoco, numpy as np
    m = mujoco.MjModel.from_xml_string({MODEL!r})
    d = mujoco.MjData(m)
    mujoco.mj_forward(m, d)
    now, before = np.zeros((m.nv, m.nv)), np.ones((m.nv, m.nv))
    mujoco.mj_fullM(m, d, now)
    mujoco.mj_fullM(m, before, d.qM)
    row = [now[7, j] for j in (7, 6, 5, 4, 3, 2, 1, 0)]
    start = m.dof_Madr[7]
    print(m.nv > 8, (now == before).all(), d.qM.shape == (m.nM,), (d.qM[start:start + 8] == row).all())
    mujoco.mj_fullM(m, d=d, dst=before)
  ''')
  assert found == ['True'] * 4


def test_older_names_are_of_the_redirect():
  """Sinew itself has the names of 3.12.0 only."""
  assert not hasattr(sinew.MjData, 'qM')
  model = sinew.MjModel.from_xml_string(MODEL)
  dense = np.zeros((model.nv, model.nv))
  with pytest.raises(TypeError):
    sinew.mj_fullM(model, dense, np.zeros(model.nM))


def write(path, text):
  path.parent.mkdir(parents=True, exist_ok=True)
  folder = path.parent
  while folder.name and not (folder / 'root').exists():
    (folder / '__init__.py').touch()
    folder = folder.parent
  path.write_text(textwrap.dedent(text))


def test_contexts_need_no_opengl(tmp_path):
  """Packages that make contexts by EGL or OSMesa themselves get some that are nothing."""
  (tmp_path / 'root').touch()
  broken = 'raise ImportError("there is no OpenGL")'
  write(tmp_path / 'robosuite/renderers/context/egl_context.py', broken)
  for name in ('egl', 'osmesa'):
    write(tmp_path / f'dm_control/_render/pyopengl/{name}_renderer.py', broken)
  write(tmp_path / 'dm_control/_render/executor.py', 'class PassthroughRenderExecutor: pass')
  write(tmp_path / 'dm_control/_render/base.py', '''
    class ContextBase:
      def __init__(self, max_width, max_height, executor):
        self._platform_init(max_width, max_height)
        self._platform_make_current()
        self._platform_free()
        print(executor.__name__)
  ''')
  found = run('''
    from robosuite.renderers.context.egl_context import EGLGLContext
    from dm_control._render.pyopengl.egl_renderer import EGLContext
    from dm_control._render.pyopengl.osmesa_renderer import OSMesaContext
    context = EGLGLContext(max_width=64, max_height=48, device_id=-1)
    context.make_current()
    context.free()
    for kind in (EGLContext, OSMesaContext):
      kind(64, 48)
      print(kind.__name__)
  ''', str(tmp_path))
  assert found == ['PassthroughRenderExecutor', 'EGLContext', 'PassthroughRenderExecutor', 'OSMesaContext']
