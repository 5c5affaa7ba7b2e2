"""What the tests share: the module under test and the models of the repository."""
import glob
import os

import pytest

HERE = os.path.dirname(os.path.abspath(__file__))
MODELS = os.path.normpath(os.path.join(HERE, '..', '..', 'models'))


def module_name():
  """Name of the package that is tested; another one of the same API may be named instead."""
  return os.environ.get('SINEW_MODULE', 'sinew')


def load_api():
  """The package that is tested."""
  return pytest.importorskip(module_name())


def model_path(name):
  return os.path.join(MODELS, name + '.xml')


def model_names():
  return sorted(os.path.splitext(os.path.basename(p))[0] for p in glob.glob(os.path.join(MODELS, '*.xml')))


def resident_bytes():
  """Memory that the process has in use now."""
  with open('/proc/self/statm', encoding='ascii') as file:
    return int(file.read().split()[1]) * os.sysconf('SC_PAGE_SIZE')
