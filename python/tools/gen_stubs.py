#!/usr/bin/env python3
"""Writes _core.pyi: types of the enums and functions, from their generators, and of the structs, from the
module itself, whose attributes come from the field tables.

usage: gen_stubs.py ENUMS FUNCTIONS PACKAGE     writes PACKAGE/_core.pyi; PACKAGE has the module
"""
import pathlib
import re
import sys

import numpy as np

PACKAGE = pathlib.Path(sys.argv[3] if len(sys.argv) == 4 else sys.exit(__doc__)).resolve()
# not by PYTHONPATH: a build in isolation finds numpy by that
sys.path.insert(0, str(PACKAGE.parent))
sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import gen_spec  # noqa: E402
from sinew import _core  # noqa: E402

MODEL = '<mujoco><worldbody><body><joint/><geom size="1"/></body></worldbody></mujoco>'
START = '''from typing import Any, Callable, ClassVar, Mapping, Sequence, SupportsIndex, overload
import os
import numpy as np
from numpy.typing import ArrayLike

__version__: str
mjDISABLESTRING: tuple[str, ...]
mjENABLESTRING: tuple[str, ...]
mjTIMERSTRING: tuple[str, ...]
mjTOPICSTRING: tuple[str, ...]
mjLABELSTRING: tuple[str, ...]
mjFRAMESTRING: tuple[str, ...]
mjVISSTRING: tuple[tuple[str, str, str], ...]
mjRNDSTRING: tuple[tuple[str, str, str], ...]

class FatalError(Exception): ...
class UnexpectedError(Exception): ...

class _Enum:
  """A number with a name."""
  def __init__(self, value: SupportsIndex) -> None: ...
  @property
  def name(self) -> str: ...
  @property
  def value(self) -> int: ...
  def __int__(self) -> int: ...
  def __index__(self) -> int: ...
  def __neg__(self) -> int: ...
@ARITHMETIC@
class MjVfs:
  def __init__(self) -> None: ...
  def __setitem__(self, name: str, contents: bytes) -> None: ...
  def __delitem__(self, name: str) -> None: ...
  def __contains__(self, name: str) -> bool: ...
  def __enter__(self) -> MjVfs: ...
  def __exit__(self, *args: Any) -> None: ...
  def close(self) -> None: ...
'''


def arithmetic():
  """Operators of enums: with whole numbers they give such, with others floats."""
  lines = []
  for name in ('add', 'sub', 'mul', 'floordiv', 'mod'):
    for side in ('', 'r'):
      for kind, result in (('SupportsIndex', 'int'), ('float', 'float')):
        lines += ['  @overload', f'  def __{side}{name}__(self, other: {kind}) -> {result}: ...']
  lines += [f'  def __{side}truediv__(self, other: SupportsIndex | float) -> float: ...' for side in ('', 'r')]
  for name in ('and', 'rand', 'or', 'ror', 'xor', 'rxor', 'lshift', 'rshift'):
    lines.append(f'  def __{name}__(self, other: SupportsIndex) -> int: ...')
  return '\n'.join(lines) + '\n'


LOADERS = '''  @staticmethod
  def from_xml_path(filename: str | os.PathLike, assets: Mapping[str, bytes] | None = None,
                  vfs: MjVfs | None = None) -> MjModel: ...
  @staticmethod
  def from_xml_string(xml: str, assets: Mapping[str, bytes] | None = None,
                  vfs: MjVfs | None = None) -> MjModel: ...
  @staticmethod
  def from_binary_path(filename: str | os.PathLike, assets: Mapping[str, bytes] | None = None,
                  vfs: MjVfs | None = None) -> MjModel: ...'''
BATCH = '''  model: MjModel
  warnings: np.ndarray
  nworld: int
  nlane: int
  obstacle: str | None
  def __init__(self, model: MjModel, nworld: int, nthread: int = 0, nlane: int = 0) -> None: ...
  def __len__(self) -> int: ...
  def array(self, name: str, /) -> np.ndarray: ...
  def parameter(self, name: str, /) -> np.ndarray: ...
  def step(self, nstep: int = 1, ctrl: ArrayLike | None = None, mask: ArrayLike | None = None,
           control: Callable[[Batch, int], Any] | None = None) -> int: ...
  def forward(self, mask: ArrayLike | None = None) -> None: ...
  def reset(self, mask: ArrayLike | None = None, key: int | str | None = None, qpos: ArrayLike | None = None,
            qvel: ArrayLike | None = None, qpos_noise: float = 0, qvel_noise: float = 0, normal: bool = False,
            seed: int = 0) -> None: ...
  def gather(self, fields: str, /) -> BatchGather: ...
  def render(self, worlds: ArrayLike | None = None, camera: int | str | MjvCamera = -1, height: int = 240, width: int = 320,
             *, depth: bool = False, segmentation: bool = False, scene_option: MjvOption | None = None,
             out: np.ndarray | None = None) -> np.ndarray: ...
  def transition(self, mode: Any = 'analytic', *, sensors: bool = False, out: Sequence[Any] | None = None) -> Any: ...

class BatchGather:
  size: int
  shape: tuple[int, int]
  fields: str
  def __call__(self, out: np.ndarray | None = None, dtype: Any = None) -> np.ndarray: ...
'''
BIND = ['  def bind(self, specs: Any) -> Any: ...']


def kind_of(value):
  """The type of an attribute as text."""
  if value is None:
    return 'str | None'
  if isinstance(value, tuple):
    return f'tuple[{kind_of(value[0])}, ...]' if value else 'tuple[Any, ...]'
  if isinstance(value, np.ndarray):
    return 'np.ndarray'
  return type(value).__qualname__


def attributes(thing):
  out = []
  for name in sorted(vars(type(thing))):
    member = vars(type(thing))[name]
    if type(member).__name__ != 'getset_descriptor' or (name.startswith('_') and name != '_address'):
      continue
    out.append(f'  {name}: {kind_of(getattr(thing, name))}')
    if member.__doc__:
      out.append('  """' + re.sub(r'["\\\\]', "'", member.__doc__) + '"""')
  return out or ['  ...']


def views(thing):
  """Methods of named access."""
  methods = [name for name, member in sorted(vars(type(thing)).items())
             if type(member).__name__ == 'method_descriptor' and not name.startswith('_')]
  return [f'  def {name}(self, name: str | int) -> Any: ...' for name in methods]


def struct(thing):
  """The class of a struct, with the classes of its groups in it."""
  inner = [value for value in vars(type(thing)).values() if isinstance(value, type)]
  groups = [getattr(thing, name) for name in dir(thing) if type(getattr(thing, name)) in inner]
  lines = [f'  {line}' for group in groups for line in struct(group)]
  if type(thing).__name__ == 'MjLogConfig':
    lines += ['  @staticmethod', '  def get() -> MjLogConfig: ...', '  def set(self) -> None: ...']
  return [f'class {type(thing).__name__}:'] + lines + attributes(thing)


def batch():
  """The class of batches; states and inputs are attributes."""
  own = {line.split(':')[0].strip() for line in BATCH.splitlines()}
  inputs = [(name, member) for name, member in sorted(vars(_core.Batch).items())
            if type(member).__name__ == 'getset_descriptor' and name not in own]
  lines = [line for name, member in inputs for line in (f'  {name}: np.ndarray', f'  """{member.__doc__}"""')]
  return ['class Batch:'] + lines + [BATCH]


# ---- editable models

PLAIN = {'NUM': 'float', 'FLOAT': 'float', 'INT': 'int', 'BOOL': 'bool', 'BYTE': 'int', 'SIZE': 'int', 'UINT64': 'int',
         'CHARS': 'MjCharVec', 'STRING': 'str', 'STRINGVEC': 'MjStringVec', 'INTVEC': 'MjIntVec', 'FLOATVEC': 'MjFloatVec',
         'DOUBLEVEC': 'MjDoubleVec', 'BYTEVEC': 'bytes', 'INTVECS': 'list[list[int]]', 'FLOATVECS': 'list[list[float]]'}
CLASSES = {name.lower()[3:]: name for name in dir(_core) if name.startswith('Mjs')}
PLURALS = {'bodies': 'body', 'meshes': 'mesh', 'flexes': 'flex', 'equalities': 'equality'}
ATTRIBUTES = {'name': 'str', 'id': 'int', 'signature': 'int', 'compiler': 'MjsCompiler', 'parent': 'Any',
              'frame': 'MjsFrame | None', 'classname': 'MjsDefault', 'path': 'MjsTendonPath', 'target': 'Any',
              'sidesite': 'MjsSite | None', 'coef': 'float | None', 'divisor': 'float | None', 'config': 'dict[str, str]',
              'worldbody': 'MjsBody', 'default': 'MjsDefault', 'assets': 'dict[str, bytes]', 'override_assets': 'bool',
              'copy_during_attach': 'bool', 'timer': 'np.ndarray', 'meshdir': 'str', 'texturedir': 'str', '_address': 'int'}
RESULTS = {'compile': 'MjModel', 'recompile': 'tuple[MjModel, MjData]', 'to_xml': 'str', 'copy': 'MjSpec',
           'from_string': 'MjSpec', 'from_file': 'MjSpec', 'attach': 'MjsFrame', 'find_default': 'MjsDefault | None',
           'attach_body': 'MjsBody', 'attach_frame': 'MjsFrame', 'find_child': 'MjsBody | None', 'find_all': 'list[Any]',
           'to_frame': 'MjsFrame', 'encode': 'int', 'get_data_size': 'int', 'add_freejoint': 'MjsJoint',
           'resolve_orientation': 'list[float]'}


def member_type(form, shape, target):
  if form in ('ENUM', 'STRUCT', 'RECORD'):
    return target if form == 'ENUM' else 'Mj' + target[2:]
  return 'np.ndarray' if shape and form != 'CHARS' else PLAIN[form]


def result_type(name):
  kind = name.split('_')[-1]
  if name in RESULTS:
    return RESULTS[name]
  if name.startswith('add_') or name.startswith('wrap_'):
    return CLASSES.get(kind, 'MjsWrap')
  if name.startswith(('first_', 'next_')) or name in CLASSES:
    return CLASSES.get(kind, 'Any') + ' | None'
  return 'None'


def spec_class(struct, members):
  types = {name: member_type(form, shape, target) for name, form, shape, target, _ in gen_spec.fields(members)}
  kind = getattr(_core, gen_spec.python_name(struct))
  lines = [f'class {kind.__name__}:']
  for name, member in sorted(vars(kind).items()):
    if type(member).__name__ == 'getset_descriptor':
      list_of = CLASSES.get(PLURALS.get(name, name[:-1]))
      text = types.get(name) or ATTRIBUTES.get(name) or f'list[{list_of}]'
      lines += [f'  {name}: {text}', f'  """{member.__doc__}"""']
    elif not name.startswith('__'):
      static = isinstance(member, staticmethod)
      lines += (['  @staticmethod'] if static else []) + [
          f'  def {name}({"" if static else "self, "}*args: Any, **kw: Any) -> {result_type(name)}: ...']
  return lines + ['']


def spec_classes():
  structs = gen_spec.layout.header_structs((gen_spec.ROOT / 'include/sinew/spec.h').read_text())
  lines = [line for struct in gen_spec.STRUCTS for line in spec_class(struct, structs[struct])]
  for name, item in (('MjDoubleVec', 'float'), ('MjFloatVec', 'float'), ('MjIntVec', 'int'), ('MjByteVec', 'int'),
                     ('MjStringVec', 'str'), ('MjCharVec', 'str'), ('MjsTendonPath', 'MjsWrap')):
    lines += [f'class {name}:', '  def __init__(self, value: Any, size: int) -> None: ...', '  def __len__(self) -> int: ...',
              f'  def __getitem__(self, i: int) -> {item}: ...', f'  def __setitem__(self, i: int, value: {item}) -> None: ...',
              '']
  return lines


def main():
  m = _core.MjModel.from_xml_string(MODEL)
  d = _core.MjData(m)
  lines = [START.replace('@ARITHMETIC@', arithmetic()), pathlib.Path(sys.argv[1]).read_text()]
  for thing in (m.opt, m.vis, m.stat, _core.MjContact(), d.warning[0], d.timer[0], d.solver[0], _core.MjLROpt(),
                _core.MjvOption(), _core.MjvCamera(), _core.MjvPerturb(), _core.MjPreContact(), _core.MjLogMessage(),
                _core.MjLogConfig(), _core.MjvGeom(), _core.MjvLight(), _core.MjvGLCamera(), _core.MjvFigure(), _core.MjrVertexAttribute(),
                _core.MjrRendererInfo()):
    lines += struct(thing) + ['  def __init__(self) -> None: ...', '']
  lines += struct(_core.MjvScene(m, 1)) + ['  def __init__(self, model: MjModel | None = None, maxgeom: int = 0) -> None: ...', '']
  lines += struct(_core.MjrRect(0, 0, 0, 0)) + [
      '  def __init__(self, left: int, bottom: int, width: int, height: int) -> None: ...', '']
  lines += struct(_core.MjrContext()) + [
      '  def __init__(self, model: MjModel | None = None, fontscale: SupportsIndex = 150) -> None: ...',
      '  def free(self) -> None: ...', '']
  for thing in (d.contact, d.warning, d.timer, d.solver):
    item = type(thing).__name__[1:-4]
    lines += struct(thing) + ['  def __len__(self) -> int: ...', f'  def __getitem__(self, i: Any) -> {item}: ...', '']
  lines += struct(m) + [LOADERS] + BIND + views(m) + ['']
  lines += struct(d) + ['  def __init__(self, model: MjModel) -> None: ...'] + BIND + views(d) + ['']
  lines += batch() + spec_classes()
  for hook in sorted(name[4:] for name in vars(_core) if name.startswith('set_mj')):
    lines += [f'def set_{hook}(callback: Callable[..., Any] | None) -> None: ...',
              f'def get_{hook}() -> Callable[..., Any] | None: ...']
  lines.append(pathlib.Path(sys.argv[2]).read_text())
  (PACKAGE / '_core.pyi').write_text('\n'.join(lines))


if __name__ == '__main__':
  main()
