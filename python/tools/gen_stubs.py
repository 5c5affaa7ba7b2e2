#!/usr/bin/env python3
"""Writes _core.pyi: types of the enums and functions, from their generators, and of the structs, from the
module itself, whose attributes come from the field tables; and __init__.pyi, which exports all of it.

Attributes are descriptors: what is read (an array) and what may be assigned (any numbers) have types of their own.

usage: gen_stubs.py ENUMS FUNCTIONS PACKAGE     writes PACKAGE/_core.pyi and __init__.pyi; PACKAGE has the module
"""
import ast
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
import sinew  # noqa: E402
from sinew import _core, _parts  # noqa: E402

START = '''import os
from types import GetSetDescriptorType
from typing import Any, Callable, ClassVar, Generic, Iterator, Mapping, NoReturn, Sequence, SupportsFloat, SupportsIndex, TypeVar, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

_T = TypeVar('_T')
_D = TypeVar('_D', bound=np.generic)

@DESCRIPTORS@

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


# name, parameter, what is read, what may be assigned, words
DESCRIPTORS = (('_Array', '_D', 'NDArray[_D]', 'ArrayLike', 'Numbers of the engine as an array; assigned ones are copied into it.'),
               ('_Vec', '_T', '_T', 'ArrayLike | Sequence[Any] | _T', 'A list of an editable model; assigned ones are copied into it.'),
               ('_Of', '_T', '_T', 'SupportsIndex', 'A member of an enum.'),
               ('_Int', '', 'int', 'SupportsIndex', 'A whole number; members of enums may be assigned.'),
               ('_Float', '', 'float', 'SupportsFloat | SupportsIndex', 'A number.'),
               ('_Bool', '', 'bool', 'SupportsIndex', 'A flag.'),
               ('_Fixed', '_T', '_T', 'NoReturn', 'What is read only.'))


def descriptors():
  """Classes of attributes."""
  lines = []
  for name, parameter, read, write, words in DESCRIPTORS:
    lines += [f'class {name}(Generic[{parameter}]):' if parameter else f'class {name}:', f'  """{words}"""',
              '  @overload', '  def __get__(self, thing: None, owner: type) -> GetSetDescriptorType: ...',
              '  @overload', f'  def __get__(self, thing: object, owner: type | None = None) -> {read}: ...']
    lines += [f'  def __set__(self, thing: object, value: {write}) -> None: ...', '']
  return '\n'.join(lines)


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
  def from_xml_path(filename: str | os.PathLike[str], assets: Mapping[str, bytes] | None = None,
                  vfs: MjVfs | None = None) -> MjModel: ...
  @staticmethod
  def from_xml_string(xml: str, assets: Mapping[str, bytes] | None = None,
                  vfs: MjVfs | None = None) -> MjModel: ...
  @staticmethod
  def from_binary_path(filename: str | os.PathLike[str], assets: Mapping[str, bytes] | None = None,
                  vfs: MjVfs | None = None) -> MjModel: ...'''
BATCH = '''  model: _Fixed[MjModel]
  warnings: _Fixed[NDArray[np.int32]]
  nworld: _Fixed[int]
  nlane: _Fixed[int]
  obstacle: _Fixed[str | None]
  def __init__(self, model: MjModel, nworld: int, nthread: int = 0, nlane: int = 0) -> None: ...
  def __len__(self) -> int: ...
  def array(self, name: str, /) -> NDArray[Any]: ...
  def parameter(self, name: str, /) -> NDArray[Any]: ...
  def step(self, nstep: int = 1, ctrl: ArrayLike | None = None, mask: ArrayLike | None = None,
           control: Callable[[Batch, int], Any] | None = None) -> int: ...
  def forward(self, mask: ArrayLike | None = None) -> None: ...
  def reset(self, mask: ArrayLike | None = None, key: int | str | None = None, qpos: ArrayLike | None = None,
            qvel: ArrayLike | None = None, qpos_noise: float = 0, qvel_noise: float = 0, normal: bool = False,
            seed: int = 0) -> None: ...
  def gather(self, fields: str, /) -> BatchGather: ...
  def get_world(self, world: SupportsIndex, data: MjData, /) -> MjData: ...
  def set_world(self, world: SupportsIndex, data: MjData, /) -> None: ...
  def _parts(self) -> tuple[Any, ...]: ...
  def _set_warnings(self, counts: ArrayLike, /) -> None: ...
  def _transition(self, *args: Any) -> int: ...
  def _render(self, *args: Any) -> None: ...
  def render(self, worlds: ArrayLike | None = None, camera: int | str | MjvCamera = -1, height: int = 240, width: int = 320,
             *, depth: bool = False, segmentation: bool = False, scene_option: MjvOption | None = None,
             out: Any = None) -> NDArray[Any]: ...
  def transition(self, mode: str | int = 'analytic', *, sensors: bool = False, out: Sequence[Any] | None = None) -> Transition: ...

class BatchGather:
  size: _Fixed[int]
  shape: _Fixed[tuple[int, int]]
  fields: _Fixed[str]
  @overload
  def __call__(self, out: None = None, dtype: Any = None) -> NDArray[Any]: ...
  @overload
  def __call__(self, out: _T, dtype: Any = None) -> _T: ...
'''
BIND = ['  def bind(self, specs: Any) -> Any: ...']


SCALARS = {int: '_Int', float: '_Float', bool: '_Bool'}


def kind_of(value):
  """The type of an attribute as text."""
  if value is None:
    return 'str | None'
  if isinstance(value, tuple):
    return f'tuple[{kind_of(value[0])}, ...]' if value else 'tuple[Any, ...]'
  if isinstance(value, np.ndarray):
    return f'NDArray[np.{value.dtype.type.__name__}]' if value.dtype != object else 'NDArray[Any]'
  return type(value).__qualname__


def is_fixed(thing, name, value):
  """May nothing be assigned to it?"""
  try:
    setattr(thing, name, value)
  except AttributeError:
    return True
  except (TypeError, ValueError):
    pass
  return False


def annotation(thing, name):
  """The type of an attribute of a thing."""
  value = getattr(thing, name)
  kind = kind_of(value)
  if is_fixed(thing, name, value):
    return f'_Fixed[{kind}]'
  if isinstance(value, np.ndarray):
    return f'_Array[{kind[len("NDArray["):-1]}]'
  if isinstance(value, _core._Enum):
    return f'_Of[{kind}]'
  return SCALARS.get(type(value), kind)


def attributes(thing):
  out = []
  for name in sorted(vars(type(thing))):
    member = vars(type(thing))[name]
    if type(member).__name__ != 'getset_descriptor' or (name.startswith('_') and name != '_address'):
      continue
    out.append(f'  {name}: {annotation(thing, name)}')
    if member.__doc__:
      out.append('  """' + re.sub(r'["\\\\]', "'", member.__doc__) + '"""')
  return out or ['  ...']


def views(thing):
  """(methods of named access, {class: a view})"""
  lines, found = [], {}
  for name, member in sorted(vars(type(thing)).items()):
    if type(member).__name__ != 'method_descriptor' or name.startswith('_'):
      continue
    view = getattr(thing, name)(0)
    found[type(view).__name__] = view
    lines.append(f'  def {name}(self, name: str | SupportsIndex) -> {type(view).__name__}: ...')
  return lines, found


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
  own = set(re.findall(r'^  (\w+):', BATCH, re.M))
  inputs = [(name, member) for name, member in sorted(vars(_core.Batch).items())
            if type(member).__name__ == 'getset_descriptor' and name not in own]
  b = _core.Batch(_core.MjModel.from_xml_string(_parts._SAMPLE), 1, 1)
  lines = [line for name, member in inputs for line in (f'  {name}: {annotation(b, name)}', f'  """{member.__doc__}"""')]
  return ['class Batch:'] + lines + [BATCH]


# ---- editable models

PLAIN = {'NUM': 'float', 'FLOAT': 'float', 'INT': 'int', 'BOOL': 'bool', 'BYTE': 'int', 'SIZE': 'int', 'UINT64': 'int',
         'CHARS': 'MjCharVec', 'STRING': 'str', 'STRINGVEC': 'MjStringVec', 'INTVEC': 'MjIntVec', 'FLOATVEC': 'MjFloatVec',
         'DOUBLEVEC': 'MjDoubleVec', 'BYTEVEC': 'bytes', 'INTVECS': 'list[list[int]]', 'FLOATVECS': 'list[list[float]]'}
CLASSES = {name.lower()[3:]: name for name in dir(_core) if name.startswith('Mjs')}
PLURALS = {'bodies': 'body', 'meshes': 'mesh', 'flexes': 'flex', 'equalities': 'equality'}
ATTRIBUTES = {'name': 'str', 'id': '_Fixed[int]', 'signature': '_Fixed[int]', 'compiler': 'MjsCompiler', 'parent': 'Any',
              'frame': 'MjsFrame | None', 'classname': 'MjsDefault', 'path': 'MjsTendonPath', 'target': 'Any',
              'sidesite': 'MjsSite | None', 'coef': '_Fixed[float | None]', 'divisor': '_Fixed[float | None]', 'config': 'dict[str, str]',
              'worldbody': 'MjsBody', 'default': 'MjsDefault', 'assets': 'dict[str, bytes]', 'override_assets': '_Bool',
              'copy_during_attach': '_Bool', 'timer': '_Fixed[NDArray[Any]]', 'meshdir': 'str', 'texturedir': 'str', '_address': '_Fixed[int]'}
RESULTS = {'compile': 'MjModel', 'recompile': 'tuple[MjModel, MjData]', 'to_xml': 'str', 'copy': 'MjSpec',
           'from_string': 'MjSpec', 'from_file': 'MjSpec', 'from_zip': 'MjSpec', 'attach': 'MjsFrame', 'find_default': 'MjsDefault | None',
           'attach_body': 'MjsBody', 'attach_frame': 'MjsFrame', 'find_child': 'MjsBody | None', 'find_all': 'list[Any]',
           'to_frame': 'MjsFrame', 'encode': 'int', 'get_data_size': 'int', 'add_freejoint': 'MjsJoint',
           'resolve_orientation': 'list[float]', 'make_flex': 'MjsFlex'}


ITEMS = {'NUM': 'float64', 'FLOAT': 'float32', 'INT': 'int32', 'BOOL': 'bool_', 'BYTE': 'uint8', 'SIZE': 'int64', 'UINT64': 'uint64'}
DESCRIBED = {'float': '_Float', 'int': '_Int', 'bool': '_Bool'}


def member_type(form, shape, target):
  if form in ('ENUM', 'STRUCT', 'RECORD'):
    return f'_Of[{target}]' if form == 'ENUM' else 'Mj' + target[2:]
  if shape and form != 'CHARS':
    return f'_Array[np.{ITEMS[form]}]' if form in ITEMS else '_Array[Any]'
  plain = PLAIN[form]
  return f'_Vec[{plain}]' if plain.startswith('Mj') else DESCRIBED.get(plain, plain)


def result_type(name):
  kind = name.split('_')[-1]
  if name in RESULTS:
    return RESULTS[name]
  if name.startswith('add_') or name.startswith('wrap_'):
    return CLASSES.get(kind, 'MjsWrap')
  if name in CLASSES:
    return CLASSES[kind]  # None if there is none: programs that name an element know that it is there
  if name.startswith(('first_', 'next_')):
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
              f'  def __iter__(self) -> Iterator[{item}]: ...', f'  def __getitem__(self, i: SupportsIndex) -> {item}: ...',
              f'  def __setitem__(self, i: SupportsIndex, value: {"float" if item == "float" else item}) -> None: ...', '']
  return lines


# ---- the package

OTHERS = '''from typing import Any, TypeAlias

import numpy as np

from sinew import derivatives as derivatives, findings as findings, gl_context as gl_context, rendering as rendering
from sinew._archive import from_zip as from_zip, to_zip as to_zip
from sinew.derivatives import (inverse_derivatives as inverse_derivatives, parameter_derivatives as parameter_derivatives,
                               transition as transition, transition_check as transition_check)
from sinew.findings import check as check
from sinew.gl_context import GLContext as GLContext
from sinew.rendering import Renderer as Renderer
'''


def package(core):
  """__init__.pyi: every public name, each said to be exported."""
  names = sorted(name for name in vars(_core) if not name.startswith('_')) + ['__version__']
  lines = [f'"""{sinew.__doc__}"""', OTHERS, 'from sinew._core import (']
  lines += [f'    {name} as {name},' for name in names] + [')', '']
  lines += ['HEADERS_DIR: str', 'PLUGINS_DIR: str', 'PLUGIN_HANDLES: list[Any]', 'MJTNUM_BYTES: int', 'MJTNUM_DTYPE: type[np.float64]',
            'MjVisualHeadlight = MjVisual.Headlight', 'MjVisualRgba = MjVisual.Rgba',
            'MjStruct: TypeAlias = ' + ' | '.join(kind.__name__ for kind in sinew.MjStruct.__args__), '']
  declared = set()
  for node in ast.parse(core).body:
    declared |= {node.target.id} if isinstance(node, ast.AnnAssign) else {getattr(node, 'name', '')}
  missing = [name for name in names if name not in declared]
  return '\n'.join(lines), missing


def main():
  m = _core.MjModel.from_xml_string(_parts._SAMPLE)
  d = _core.MjData(m)
  _core.mj_forward(m, d)
  start = START.replace('@DESCRIPTORS@', descriptors()).replace('@ARITHMETIC@', arithmetic())
  lines = [start, pathlib.Path(sys.argv[1]).read_text()]
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
    name = type(thing).__name__
    lines += struct(thing) + ['  def __len__(self) -> int: ...', f'  def __iter__(self) -> Iterator[{name[1:-4]}]: ...',
                              '  @overload', f'  def __getitem__(self, i: SupportsIndex) -> {name[1:-4]}: ...',
                              '  @overload', f'  def __getitem__(self, i: slice) -> {name}: ...', '']
  methods = {}
  for thing in (m, d):
    methods[thing], found = views(thing)
    for view in found.values():
      lines += struct(view) + ['']
  lines += struct(m) + [LOADERS] + BIND + methods[m] + ['']
  lines += struct(d) + ['  def __init__(self, model: MjModel) -> None: ...'] + BIND + methods[d] + ['']
  lines += batch() + spec_classes()
  for hook in sorted(name[4:] for name in vars(_core) if name.startswith('set_mj')):
    lines += [f'def set_{hook}(callback: Callable[..., Any] | None) -> None: ...',
              f'def get_{hook}() -> Callable[..., Any] | None: ...']
  lines.append(pathlib.Path(sys.argv[2]).read_text())
  # for the files of the package itself
  lines += [f'{name}: Any' for name in vars(_core) if name.startswith('_') and not name.startswith('__') and name != '_Enum']
  lines.append('from sinew.derivatives import Transition')
  core = '\n'.join(lines)
  top, missing = package(core)
  if missing:
    sys.exit(f'gen_stubs: no type for {", ".join(missing)}')
  (PACKAGE / '_core.pyi').write_text(core)
  (PACKAGE / '__init__.pyi').write_text(top)


if __name__ == '__main__':
  main()
