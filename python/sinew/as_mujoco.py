"""Makes `import mujoco` give Sinew, so that programs run unchanged, with all processes that they start.

  import sinew.as_mujoco                         then `import mujoco` anywhere
  python -m sinew.as_mujoco script.py arguments  runs a script so
  python -m sinew.as_mujoco -m module arguments  runs a module so
  python -m sinew.as_mujoco -c code arguments    runs code so

Children of multiprocessing and other Python processes that the program starts are redirected too: the environment
has SINEW_AS_MUJOCO=1 from then on, and PYTHONPATH a folder more. SINEW_AS_MUJOCO=0 in the environment of a child
gives it MuJoCo. Modules of the mujoco package that are pure Python (mujoco.minimize, mujoco.sysid, mujoco.usd, ...) are
loaded from it, if it is installed, and run on Sinew; its engine is never loaded.
"""
import importlib
import os
import runpy
import sys
import types

from sinew import _redirect


def install() -> types.ModuleType:
  """Puts Sinew in the place of mujoco; an error if that is imported already."""
  _redirect.install()
  return importlib.import_module(_redirect.NAME)


def main(arguments: list[str]) -> None:
  """Runs a script, a module or code as `python` would."""
  if not arguments or arguments in (['-m'], ['-c']):
    sys.exit(__doc__)
  if arguments[0] == '-m':
    sys.argv = arguments[1:]
    sys.path[0] = os.getcwd()
    runpy.run_module(arguments[1], run_name='__main__', alter_sys=True)
  elif arguments[0] == '-c':
    sys.argv = ['-c'] + arguments[2:]
    sys.path[0] = ''
    module = sys.modules['__main__'] = types.ModuleType('__main__')
    exec(compile(arguments[1], '<string>', 'exec'), module.__dict__)  # pylint: disable=exec-used
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
