"""Runs when a child of a program on Sinew starts, because this folder is first in PYTHONPATH: `import mujoco` gives
Sinew in the child too (sinew/_redirect.py). Then the sitecustomize that this one hides is run."""
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))


def redirect():
  """Installs the import hook, unless the variable says no or it is there already."""
  if os.environ.get('SINEW_AS_MUJOCO', '0') in ('', '0'):
    return
  if 'sinew._redirect' not in sys.modules:
    import importlib.util
    spec = importlib.util.spec_from_file_location('sinew._redirect', os.path.join(os.path.dirname(HERE), '_redirect.py'))
    module = importlib.util.module_from_spec(spec)
    sys.modules['sinew._redirect'] = module
    spec.loader.exec_module(module)
  sys.modules['sinew._redirect'].install()


def go_on():
  """The next sitecustomize on the path, if there is one."""
  own = sys.modules.pop('sitecustomize')
  sys.path[:] = [path for path in sys.path if os.path.abspath(path or '.') != HERE]
  try:
    import sitecustomize  # noqa: F401  pylint: disable=import-self,unused-import
  except ImportError as error:
    if error.name != 'sitecustomize':
      raise
  finally:
    sys.modules.setdefault('sitecustomize', own)


if sys.version_info >= (3, 6):
  redirect()
if __name__ == 'sitecustomize':
  go_on()
