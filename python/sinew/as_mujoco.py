"""Makes `import mujoco` give Sinew, so that programs run unchanged.

  import sinew.as_mujoco                         then `import mujoco` anywhere
  python -m sinew.as_mujoco script.py arguments  runs a script so
  python -m sinew.as_mujoco -m module arguments  runs a module so
"""
import os
import runpy
import sys
import types

import sinew
import sinew.gl_context
import sinew.rendering
import sinew.rollout
import sinew.viewer

NAME = 'mujoco'
# modules of the package that there are; whatever program makes a context gets one that needs no OpenGL
PARTS = {'rollout': sinew.rollout, 'viewer': sinew.viewer, 'rendering': sinew.rendering, 'renderer': sinew.rendering}
PARTS.update({name: sinew.gl_context for name in ('gl_context', 'egl', 'glfw', 'osmesa')})


class Stand(types.ModuleType):
  """The module in place of mujoco: the names of Sinew, and the version of the API."""

  def __getattr__(self, name):
    return getattr(sinew, name)

  def __dir__(self):
    return sorted(set(dir(sinew)) | set(self.__dict__))


def make():
  """The module, as a package that holds only the parts there are."""
  module = Stand(NAME, sinew.__doc__)
  module.__path__ = []
  module.__version__ = sinew.mj_versionString()
  module.__all__ = [n for n in dir(sinew) if not n.startswith('_')]
  return module


def install():
  """Puts the module in the place of mujoco; an error if that is imported already."""
  there = sys.modules.get(NAME)
  if isinstance(there, Stand):
    return there
  if there is not None:
    raise ImportError('mujoco is imported already: import sinew.as_mujoco before it')
  module = make()
  sys.modules[NAME] = module
  for name, part in PARTS.items():
    sys.modules[f'{NAME}.{name}'] = part
    setattr(module, name, part)
  return module


def main(arguments):
  """Runs a script or a module as `python` would."""
  if not arguments or arguments == ['-m']:
    sys.exit(__doc__)
  if arguments[0] == '-m':
    sys.argv = arguments[1:]
    sys.path[0] = os.getcwd()
    runpy.run_module(arguments[1], run_name='__main__', alter_sys=True)
  else:
    sys.argv = arguments
    sys.path[0] = os.path.dirname(os.path.abspath(arguments[0]))
    runpy.run_path(arguments[0], run_name='__main__')


if __name__ == '__main__':
  # `python -m` runs this file under another name; the module of the package is the one that counts
  from sinew import as_mujoco
  as_mujoco.main(sys.argv[1:])
else:
  install()
