"""Prints what a Python package of the API has and computes, as lines of JSON.

  python dump.py MODULE MODELS [--digest]      MODULE is mujoco or sinew, MODELS a folder of .xml

The same script runs under both packages. Each line is [key, type, value]: the key says what was asked
("humanoid/step/d.qpos"), the type is that of the answer ("float64(28,)", "int", "TypeError") and the
value its numbers. With --digest long arrays become a few sums (see digest), so that the golden file
is small.
"""
import copy
import enum
import glob
import hashlib
import importlib
import json
import os
import pickle
import sys

import numpy as np

import dump_spec

HERE = os.path.dirname(os.path.abspath(__file__))
STEPS = 10
LONG = 12  # arrays with more numbers are told by sums


class Numbers:
  """A generator of the same numbers on every platform: integers, scaled."""

  def __init__(self, seed):
    self.state = seed % 2**31

  def one(self):
    self.state = (1103515245 * self.state + 12345) % 2**31
    return (self.state >> 8) / 2.0**22 - 1.0

  def array(self, shape):
    count = int(np.prod(shape))
    return np.array([self.one() for _ in range(count)], dtype=np.float64).reshape(shape)


def seed_of(text):
  """A number that depends on a text only."""
  return int(hashlib.md5(text.encode()).hexdigest()[:7], 16)


def weights(count):
  """Fixed weights of the sums: no two arrays that differ in one place have the same sums."""
  i = np.arange(count, dtype=np.float64)
  return ((i * 7919 + 13) % 1009) / 1009 + 0.5


def digest(array):
  """Number of elements, largest size, weighted sum and weighted sum of sizes of an array."""
  flat = np.asarray(array, dtype=np.float64).ravel()
  w = weights(flat.size)
  with np.errstate(all='ignore'):
    return [flat.size, float(np.max(np.abs(flat))), float(np.sum(w * flat)), float(np.sum(w * np.abs(flat)))]


def type_name(value):
  """Type of an answer as text: dtype and shape of arrays, else the name of its class."""
  if isinstance(value, np.ndarray):
    return f'{value.dtype}{value.shape}'
  return type(value).__name__


class Writer:
  """Collects the lines."""

  def __init__(self, short):
    self.short = short
    self.lines = []

  def put(self, key, value):
    self.lines.append([key, type_name(value), self.plain(value)])

  def plain(self, value):
    if isinstance(value, np.ndarray):
      if value.dtype.kind not in 'fiub':
        return str(value.dtype)
      if self.short and value.size > LONG:
        return digest(value)
      return value.ravel().tolist()
    if isinstance(value, (bool, int, float, type(None))):
      return value
    if isinstance(value, bytes):
      value = value.decode('latin1')
    if isinstance(value, str):
      return hashlib.md5(value.encode()).hexdigest() if self.short and len(value) > 40 else value
    if isinstance(value, (tuple, list)):
      return [self.plain(v) for v in value]
    return ''

  def attributes(self, key, owner):
    """Every public attribute of an object, groups of attributes in turn."""
    for name in sorted(dir(owner)):
      if name.startswith('_'):
        continue
      value = getattr(owner, name)
      if isinstance(value, type):
        continue
      if callable(value):
        self.lines.append([f'{key}.{name}()', 'method', ''])
      elif type(value).__name__ in GROUPS:
        self.put(f'{key}.{name}', value)
        self.attributes(f'{key}.{name}', value)
      else:
        self.put(f'{key}.{name}', value)


GROUPS = {'MjOption', 'MjVisual', 'MjStatistic', 'Global', 'Quality', 'Headlight', 'Map', 'Scale',
          'Rgba', 'MjVisualHeadlight', 'MjVisualRgba', '_MjContactList', '_MjWarningStatList',
          '_MjTimerStatList', '_MjSolverStatList'}


# ---- names of the module

def is_enum(value):
  return isinstance(value, type) and hasattr(value, '__members__')


def dump_names(out, api):
  """Classes, functions, constants and members of enumerations."""
  for name in sorted(dir(api)):
    if not name.startswith(('mj', 'Mj', 'get_mj', 'set_mj', 'Fatal', 'Unexpected', 'MJ')):
      continue
    value = getattr(api, name)
    if is_enum(value):
      for member, number in value.__members__.items():
        out.lines.append([f'{name}.{member}', 'enum', int(number)])
    elif isinstance(value, type):
      out.lines.append([f'{name}', 'class', ''])
    elif callable(value):
      out.lines.append([f'{name}()', 'function', ''])
    else:
      out.put(name, value)


class Index:
  """A number by __index__."""

  def __index__(self):
    return 3


class Float:
  """A number by __float__."""

  def __float__(self):
    return 3.0


class Whole(enum.IntEnum):
  """An enum of Python's library."""
  a = 3


def dump_enums(out, api):
  """Each line of enums.txt."""
  names = ('array collections copy ctypes fractions json math numbers operator pickle struct typing weakref')
  scope = {name: importlib.import_module(name) for name in names.split()}
  scope.update(api=api, np=np, E=api.mjtJoint, G=api.mjtGeom, h=api.mjtJoint.mjJNT_HINGE, Index=Index, Float=Float,
               I=Whole)
  for text in lines_of('enums.txt'):
    scope['m'] = api.MjModel.from_xml_string(RULES_MODEL)
    ask(out, f'enum: {text}', lambda t=text: eval(t, scope))  # pylint: disable=eval-used


def lines_of(name):
  """The lines of a table, without those of words."""
  with open(os.path.join(HERE, name), encoding='utf-8') as file:
    return [line.rstrip() for line in file if line.strip() and line[0] != '#']


def ask(out, key, question):
  """The answer of a call, or the name of its exception."""
  try:
    out.put(key, question())
  except Exception as error:  # pylint: disable=broad-except
    out.lines.append([key, type(error).__name__, ''])


# ---- models and data

def load(api, path):
  """A model, and data that is not at rest."""
  m = api.MjModel.from_xml_path(path)
  d = api.MjData(m)
  numbers = Numbers(seed_of(os.path.basename(path)))
  if m.nkey:
    api.mj_resetDataKeyframe(m, d, 0)
  d.qvel = 0.1 * numbers.array(m.nv)
  d.ctrl = 0.3 * numbers.array(m.nu)
  return m, d


def dump_fields(out, name, stage, m, d):
  out.attributes(f'{name}/{stage}/m', m) if stage == 'load' else None
  out.attributes(f'{name}/{stage}/d', d)


KINDS = ('actuator body camera cam equality eq exclude geom hfield joint jnt keyframe key light material mat '
         'mesh numeric pair sensor site skin tendon ten texture tex tuple').split()


def dump_named(out, name, m, d):
  """Objects by index and by name: the first and the second of each kind."""
  for label, owner in (('m', m), ('d', d)):
    for kind in KINDS:
      access = getattr(owner, kind, None)
      if not callable(access):
        continue
      for i in (0, 1):
        try:
          view = access(i)
        except IndexError:
          break
        out.attributes(f'{name}/{label}.{kind}({i})', view)
        if view.name:
          out.put(f'{name}/{label}.{kind}(name {i}).id', access(view.name).id)
      ask(out, f'{name}/{label}.{kind}(-1)', lambda a=access: a(-1))
      ask(out, f'{name}/{label}.{kind}(no name)', lambda a=access: a('no such name'))


# ---- rules of assignment, arguments, errors

RULES_MODEL = '''<mujoco><worldbody><light name="l"/><camera name="c"/><geom name="floor" type="plane" size="1 1 1"/>
  <body name="b" pos="0 0 .09"><freejoint name="fr"/><geom name="g" size=".1"/><site name="s"/>
  <body name="b2"><joint name="h"/><geom size=".1" pos="0 1 0"/></body></body></worldbody>
  <actuator><motor name="a" joint="h"/></actuator><sensor><accelerometer name="acc" site="s"/></sensor>
  <tendon><fixed name="t"><joint joint="h" coef="1"/></fixed></tendon><keyframe><key name="k"/></keyframe></mujoco>'''


def rule(text, scope):
  """Value of an expression; a statement has none."""
  try:
    code = compile(text, 'rules.txt', 'eval')
  except SyntaxError:
    exec(text, scope)  # pylint: disable=exec-used
    return 'done'
  return eval(code, scope)  # pylint: disable=eval-used


def dump_rules(out, api):
  """Each line of rules.txt, on data of its own."""
  model = api.MjModel.from_xml_string(RULES_MODEL)
  for text in lines_of('rules.txt'):
    m = copy.copy(model)
    d = api.MjData(m)
    api.mj_step(m, d)
    scope = {'api': api, 'm': m, 'd': d, 'np': np, 'copy': copy, 'pickle': pickle, 'v3': np.arange(3.0),
             'q': np.array([1.0, 0, 0, 0])}
    ask(out, f'rule: {text}', lambda t=text, s=scope: rule(t, s))


# ---- calls of functions

TYPES = {'i': np.int32, 'b': np.uint8, 'f': np.float32}


def shape_of(text, m, d):
  scope = {n: getattr(m, n) for n in ('nq', 'nv', 'nu', 'na', 'nbody', 'nC')}
  sizes = [int(eval(part, {'d': d}, scope)) for part in text.split(',')]  # pylint: disable=eval-used
  return tuple(sizes)


def special(text, numbers):
  """Numbers that not any will do for: positive, symmetric, positive definite ..."""
  kind = text.rstrip('0123456789')
  n = int(text[len(kind):])
  if kind == 'spd':
    half = numbers.array((n, n))
    return half @ half.T + n * np.eye(n)
  if kind == 'sym':
    half = numbers.array((3, 3))
    return (half + half.T).ravel()
  if kind == 'pos':
    return np.abs(numbers.array(n)) + 0.1
  return np.ones(n, np.int32) if kind == 'ones' else np.arange(n, dtype=np.int32)


def contact(api):
  made = api.MjContact()
  made.dim, made.dist = 3, 0.5
  made.frame = [1, 0, 0, 0, 1, 0, 0, 0, 1]
  return made


def literal(text):
  return {'#': int, '=': float, '!': lambda t: bool(int(t)), "'": lambda t: t[:-1]}[text[0]](text[1:])


def argument(text, api, m, d, numbers):
  """One argument by the word of the table."""
  made = {'m': lambda: m, 'd': lambda: d, 'None': lambda: None, 'contact': lambda: contact(api),
          'lropt': api.MjLROpt, 'option': api.MjOption, 'visual': lambda: m.vis}.get(text)
  if made:
    return made()
  if text[0] in "#=!'":
    return literal(text)
  if text[0] == '@':
    return getattr(m, 'n' + text[1:]) - 1
  if text.startswith('m.'):
    return getattr(m, text[2:])
  return array_argument(text, m, d, numbers)


def array_argument(text, m, d, numbers):
  dtype = np.float64
  if text[0] in TYPES:
    dtype, text = TYPES[text[0]], text[1:]
  written = text[0] in '>+'
  fill = text[0] != '>'
  text = text[1:] if written else text
  if text.rstrip('0123456789') in ('spd', 'sym', 'pos', 'ones', 'range'):
    return special(text, numbers)
  shape = shape_of(text, m, d)
  return (10 * numbers.array(shape)).astype(dtype) / 4 if fill and dtype == np.int32 else \
      (numbers.array(shape) if fill else np.zeros(shape)).astype(dtype)


def as_type(value, text):
  """int32 stays int32: what array_argument scales."""
  return value.astype(np.int32) if isinstance(value, np.ndarray) and text.startswith('i') else value


def read_table():
  rows = [line.split() for line in lines_of('calls.txt')]
  return [(row[0], [word.split(':', 1) for word in row[1:]]) for row in rows]


# what a call may leave in any state: clocks, and arrays of the arena that the call did not ask for
VOLATILE = {'maxuse_stack', 'maxuse_arena', 'parena', 'pstack', 'pbase', 'threadpool', 'dof_island',
            'tree_island', 'efm_active', 'nefmK', 'nefmL', 'nefmdof', 'maxuse_con', 'maxuse_efc', 'nidof',
            'nisland', 'solver_niter', 'solver_nnz', 'ne', 'nf', 'nl'}
ARENA = ('efc_', 'iefc_', 'efm_', 'island_', 'map_', 'iacc', 'ifrc_', 'tendon_efcadr')
ROWS = {'efc_' + name for name in 'type id J pos margin frictionloss D R'.split()}


def is_told(name):
  """Whether a member of the data has a meaning after every call."""
  return name not in VOLATILE and (name in ROWS or not name.startswith(ARENA))


def snapshot(d):
  """Every array and number of the data that has a meaning."""
  got = {}
  for name in filter(is_told, dir(d)):
    value = None if name.startswith('_') else getattr(d, name)
    if isinstance(value, (np.ndarray, int, float, bool)):
      got[name] = np.array(value, dtype=np.float64)
  return got


def changes(before, after):
  """Names of what differs, and a sum over it."""
  names = [n for n in sorted(after) if before[n].shape != after[n].shape or
           not np.array_equal(before[n], after[n], equal_nan=True)]
  total = [digest(after[n])[2] for n in names if after[n].size]
  return names, np.array(total)


def dump_call(out, api, key, row, m, d):
  """One call: what it returns, writes into arrays and changes in the data."""
  name, words = row
  function = getattr(api, name, None)
  if function is None or any(w[0] == '@' and not getattr(m, 'n' + w[1:]) for _, w in words):
    return
  m, d = copy.copy(m), copy.copy(d)
  numbers = Numbers(seed_of(name))
  try:
    args = {p: as_type(argument(w, api, m, d, numbers), w) for p, w in words}
    before = snapshot(d) if 'd' in args else None
    result = function(**args)
  except Exception as error:  # pylint: disable=broad-except
    out.lines.append([f'{key}/{name}', type(error).__name__, ''])
    return
  out.put(f'{key}/{name}', result)
  for p, w in words:
    if isinstance(args[p], np.ndarray) and ('>' in w or '+' in w):
      out.put(f'{key}/{name}.{p}', args[p])
  if before is not None:
    names, total = changes(before, snapshot(d))
    out.lines.append([f'{key}/{name}.changes', 'names', ' '.join(names)])
    out.put(f'{key}/{name}.sums', total)


def dump_calls(out, api, name, m, d, all_of_them):
  for row in read_table():
    if all_of_them or any(w in ('m', 'd') for _, w in row[1]):
      dump_call(out, api, f'{name}/call', row, m, d)


def dump_model(out, api, path, first):
  name = os.path.splitext(os.path.basename(path))[0]
  m, d = load(api, path)
  api.mj_forward(m, d)
  dump_fields(out, name, 'load', m, d)
  for _ in range(STEPS):
    api.mj_step(m, d)
  dump_fields(out, name, 'step', m, d)
  dump_named(out, name, m, d)
  dump_calls(out, api, name, m, d, first)


def dump(module, folder, short, only=None):
  """All lines of a package over a folder of models."""
  api = importlib.import_module(module)
  out = Writer(short)
  dump_names(out, api)
  dump_enums(out, api)
  dump_rules(out, api)
  dump_spec.dump(out, api)
  paths = sorted(glob.glob(os.path.join(folder, '*.xml')))
  for i, path in enumerate(p for p in paths if only is None or os.path.basename(p) in only):
    dump_model(out, api, path, i == 0)
  return out.lines


def main():
  args = [a for a in sys.argv[1:] if not a.startswith('--')]
  if len(args) != 2:
    sys.exit(__doc__)
  for line in dump(args[0], args[1], '--digest' in sys.argv):
    print(json.dumps(line))


if __name__ == '__main__':
  main()
