"""`import mujoco` gives Sinew: an import hook, and the way it is handed down to child processes.

The hook comes first in sys.meta_path and answers for mujoco and all that is below it:
  mujoco, and modules that are in OWN          Sinew
  other modules of an installed mujoco         loaded from there on top of Sinew, if they are pure Python
  compiled modules of it                       refused: a program has one engine
It also answers for modules of other packages that make a context of OpenGL (CONTEXTS): Sinew draws without.
Children get SINEW_AS_MUJOCO=1 and, in front of PYTHONPATH, the folder `hook`, whose sitecustomize.py installs
the hook before any program runs. An installed Sinew has sinew.pth as well, for children without that PYTHONPATH.

This file imports nothing of Sinew until mujoco is imported: the hook of every child loads it by its path.
"""
import importlib
import importlib.machinery
import importlib.util
import os
import sys
import types
import warnings

NAME = 'mujoco'
API = '3.12.0'
SWITCH = 'SINEW_AS_MUJOCO'  # 1: children are redirected, 0 or nothing: they are not
HERE = os.path.dirname(os.path.abspath(__file__))
HOOK = os.path.join(HERE, 'hook')

# modules of mujoco that are Sinew's: a module of Sinew under another name, or a package with its names
SAME = {'rollout': 'rollout', 'viewer': 'viewer', 'renderer': 'rendering', 'gl_context': 'gl_context',
        'rendering.classic.renderer': 'rendering', 'rendering.classic.gl_context': 'gl_context'}
PACKAGES = {'rendering': 'rendering', 'rendering.classic': 'rendering', 'egl': 'gl_context', 'glfw': 'gl_context',
            'osmesa': 'gl_context', 'cgl': 'gl_context'}
# compiled parts of the package, by what stands in them; sinew._parts has the names
COMPILED = ('_callbacks', '_constants', '_enums', '_errors', '_functions', '_render', '_rollout', '_specs', '_structs')
OWN = (*SAME, *PACKAGES, *COMPILED)
INSTEAD = {'_simulate': 'the window of its viewer; mujoco.viewer shows a page in the browser'}
# modules of other packages that make a context of OpenGL, and their class; sinew._contexts has some that need none
CONTEXTS = {'dm_control._render.pyopengl.egl_renderer': 'EGLContext',
            'dm_control._render.pyopengl.osmesa_renderer': 'OSMesaContext',
            'robosuite.renderers.context.egl_context': 'EGLGLContext'}
# where else modules come from
DISTRIBUTIONS = {'mjx': 'mujoco-mjx'}


def engine():
  """The package sinew; where it is not on the path, that of this file."""
  try:
    return importlib.import_module('sinew')
  except ModuleNotFoundError as error:
    if error.name != 'sinew':
      raise _unfit(error) from error
  except ImportError as error:
    raise _unfit(error) from error
  spec = importlib.util.spec_from_file_location('sinew', os.path.join(HERE, '__init__.py'), submodule_search_locations=[HERE])
  module = importlib.util.module_from_spec(spec)
  sys.modules['sinew'] = module
  try:
    spec.loader.exec_module(module)
  except ImportError as error:
    del sys.modules['sinew']
    raise _unfit(error) from error
  return module


def _unfit(error):
  return ImportError(f'`import mujoco` means Sinew here, because {SWITCH} is set, but {sys.executable} cannot load Sinew: '
                     f'{error}. Install what is missing, or unset {SWITCH} to have MuJoCo')


# ---- modules


class Stand(types.ModuleType):
  """The module in place of mujoco: the names of Sinew, and the version of the API."""

  def __getattr__(self, name):
    if name in OWN:
      return importlib.import_module(f'{NAME}.{name}')
    try:
      if not name.startswith('__'):  # those are of the module itself
        return getattr(engine(), name)
      raise AttributeError
    except AttributeError:
      raise AttributeError(f"module '{NAME}' (Sinew) has no attribute '{name}'", name=name, obj=self) from None

  def __dir__(self):
    return sorted(set(dir(engine())) | set(self.__dict__) | {name for name in OWN if '.' not in name})


class _Top:
  """Loads mujoco itself."""

  def create_module(self, spec):
    return Stand(spec.name)

  def exec_module(self, module):
    sinew = engine()
    module.__dict__.update({name: value for name, value in vars(sinew).items() if not name.startswith('_') and name not in OWN})
    module.__doc__ = sinew.__doc__
    module.__file__ = sinew.__file__
    module.__version__ = sinew.mj_versionString()
    module.__all__ = [name for name in dir(sinew) if not name.startswith('_')]
    importlib.import_module('sinew._older').add(module)

  def get_resource_reader(self, name):
    """Files of the package, for importlib.resources: those of an installed mujoco, or Sinew's."""
    from importlib import readers
    return readers.FileReader(types.SimpleNamespace(name=name, path=os.path.join((installed() or [HERE])[0], '__init__.py')))


class _Same:
  """Loads a module of Sinew under its name in mujoco."""

  def __init__(self, name):
    self.name = name

  def create_module(self, spec):
    engine()
    module = importlib.import_module(self.name)
    self.spec = module.__spec__
    return module

  def exec_module(self, module):
    module.__spec__ = self.spec  # it stays that of Sinew, also for reload

  def get_code(self, name):
    """For `python -m`."""
    engine()
    return importlib.util.find_spec(self.name).loader.get_code(self.name)


class _Filled:
  """Loads a module with names that Sinew has."""

  def __init__(self, fill):
    self.fill = fill

  def create_module(self, spec):
    return None

  def exec_module(self, module):
    engine()
    self.fill(module)


class _Refused:
  """A module that is there and is not loaded."""

  def create_module(self, spec):
    why = INSTEAD.get(spec.name.split('.')[1], 'compiled for its own engine')
    raise ImportError(f'{spec.name} is a part of the MuJoCo package that is not loaded beside Sinew: it is {why}', name=spec.name)

  def exec_module(self, module):
    """Is not reached."""


def _fill_package(source):
  def fill(module):
    names = vars(importlib.import_module(source))
    module.__dict__.update({name: value for name, value in names.items() if not name.startswith('_')})
  return fill


def _fill_compiled(part):
  return lambda module: importlib.import_module('sinew._parts').fill(part, module)


def _fill_context(module):
  importlib.import_module('sinew._contexts').fill(module, CONTEXTS[module.__name__])


# ---- an installed mujoco


def _elsewhere(name, path=None):
  """The spec of a module by all other finders."""
  for finder in sys.meta_path:
    find = None if isinstance(finder, Finder) else getattr(finder, 'find_spec', None)
    spec = find(name, path) if find else None
    if spec is not None:
      return spec
  return None


def installed():
  """Folders of an installed mujoco; [] if there is none. It is not loaded."""
  spec = _elsewhere(NAME)
  return list(spec.submodule_search_locations or ()) if spec is not None and spec.origin else []


def _folders(part):
  found = [os.path.join(folder, *part.split('.')) for folder in installed()]
  return [folder for folder in found if os.path.isdir(folder)]


_warned = set()


def _check_version(part):
  """Warns once if the package has another version than the API."""
  distribution = DISTRIBUTIONS.get(part, NAME)
  if distribution in _warned:
    return
  _warned.add(distribution)
  try:
    from importlib import metadata
    version = metadata.version(distribution)
  except Exception:  # a folder on the path has none  pylint: disable=broad-except
    return
  if version != API:
    warnings.warn(f'{NAME}.{part} is loaded from {distribution} {version} on top of Sinew, which has the API of {API}: '
                  f'pip install {distribution}=={API}', RuntimeWarning, stacklevel=2)


def _asked():
  """Does a program only ask whether there is a module, by importlib.util.find_spec?"""
  frame = sys._getframe(1)
  while frame is not None and frame.f_code.co_name != '_find_and_load':  # that is an import
    if frame.f_code is importlib.util.find_spec.__code__:
      return True
    frame = frame.f_back
  return False


def _missing(name):
  if _asked():
    return None
  top = name.split('.')[1]
  distribution = DISTRIBUTIONS.get(top, NAME)
  if top not in DISTRIBUTIONS and installed():
    raise ModuleNotFoundError(f"No module named '{name}': neither Sinew nor the mujoco that is installed has it", name=name)
  raise ModuleNotFoundError(f"No module named '{name}': it is not a part of Sinew. Parts of {distribution} that are pure Python "
                            f'run on Sinew: pip install {distribution}=={API}', name=name)


class Finder:
  """Answers for mujoco and all that is below it."""

  def find_spec(self, name, path=None, target=None):
    """A spec, None, or an ImportError that says what to do."""
    if name in CONTEXTS:
      return importlib.machinery.ModuleSpec(name, _Filled(_fill_context))
    if name != NAME and not name.startswith(NAME + '.'):
      return None
    if name == NAME:
      return self._package(name, _Top(), installed())
    part = name[len(NAME) + 1:]
    if part in SAME:
      return importlib.machinery.ModuleSpec(name, _Same('sinew.' + SAME[part]))
    if part in PACKAGES:
      return self._package(name, _Filled(_fill_package('sinew.' + PACKAGES[part])), _folders(part))
    if part in COMPILED:
      return importlib.machinery.ModuleSpec(name, _Filled(_fill_compiled(part)))
    return self._installed(name, part, path)

  @staticmethod
  def _package(name, loader, folders):
    spec = importlib.machinery.ModuleSpec(name, loader, origin=HERE, is_package=True)
    spec.submodule_search_locations = folders
    return spec

  @staticmethod
  def _installed(name, part, path):
    spec = _elsewhere(name, path)
    if part in INSTEAD or (spec is not None and isinstance(spec.loader, importlib.machinery.ExtensionFileLoader)):
      return importlib.machinery.ModuleSpec(name, _Refused())
    if spec is None:
      return _missing(name)
    _check_version(part.split('.')[0])
    return spec


# ---- installation


def install():
  """Puts the hook in place, here and in children; an error if another mujoco is imported already."""
  there = sys.modules.get(NAME)
  if there is not None and not isinstance(there, Stand):
    raise ImportError(f'mujoco is imported already, from {getattr(there, "__file__", None)}: import sinew.as_mujoco before it, '
                      'or run the program by `python -m sinew.as_mujoco`')
  if not any(isinstance(finder, Finder) for finder in sys.meta_path):
    sys.meta_path.insert(0, Finder())
  hand_down()


def hand_down():
  """What children need to do the same."""
  os.environ[SWITCH] = '1'
  paths = [path for path in os.environ.get('PYTHONPATH', '').split(os.pathsep) if path and path != HOOK]
  os.environ['PYTHONPATH'] = os.pathsep.join([HOOK] + paths)
  if sys.flags.ignore_environment or sys.flags.no_site:
    _tell_multiprocessing()


class _Inherited:
  """Runs the hook where it is unpickled."""

  def __reduce__(self):
    import runpy
    return runpy.run_path, (os.path.join(HOOK, 'sitecustomize.py'),)


def _tell_multiprocessing():
  """Children of multiprocessing have the flags -E, -I and -S of their parent, so they read no PYTHONPATH or run no
  sitecustomize: the hook comes with the preparation data that they unpickle first."""
  from multiprocessing import spawn
  tell = spawn.get_preparation_data
  if getattr(tell, 'sinew', False):
    return

  def get_preparation_data(name):
    return dict(tell(name), sinew=_Inherited())
  get_preparation_data.sinew = True
  spawn.get_preparation_data = get_preparation_data
