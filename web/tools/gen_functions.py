#!/usr/bin/env python3
"""Writes what the JavaScript package takes from the tables of the API: functions.js (a wrapper for each function),
enums.js (constants), functions.d.ts and enums.d.ts (their types), exports.json (what the module exports).

usage: gen_functions.py FOLDER
       gen_functions.py --missing   lists public functions that have no JavaScript name, with reasons

Functions take the arguments of C in the order of C. Arrays are flat; how long they must be is told by the shapes that
the Python module has too (python/tools/gen_functions.py).
"""
import json
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / 'python/tools'))
import gen_enums  # noqa: E402
import gen_functions as api  # noqa: E402

# structs that the package has
STRUCTS = {'mjModel': 'model', 'mjData': 'data', 'mjOption': 'MjOption', 'mjVisual': 'MjVisual', 'mjLROpt': 'MjLROpt',
           'mjContact': 'MjContact', 'mjvOption': 'MjvOption', 'mjvCamera': 'MjvCamera', 'mjvPerturb': 'MjvPerturb',
           'mjvScene': 'MjvScene', 'mjvGeom': 'MjvGeom', 'mjvGLCamera': 'MjvGLCamera'}
ARRAYS = {'mjtNum': 'f64', 'double': 'f64', 'float': 'f32', 'int': 'i32', 'mjtByte': 'u8'}
TYPED = {'f64': 'Float64Array', 'f32': 'Float32Array', 'i32': 'Int32Array', 'u8': 'Uint8Array'}
FLOATS = {'mjtNum', 'double', 'float'}
BIG = {'mjtSize'}  # 64 bits wide: BigInt in WebAssembly
RESULTS = {'void': 'void', 'int': 'number', 'mjtNum': 'number', 'double': 'number', 'mjtBool': 'boolean',
           'size_t': 'number', 'mjtSize': 'number', 'const char*': 'string | null'}
STATE = {'nstate': 'e.sizeOf("mj_stateSize", m, sig)'}
HISTORY = 'id >= 0 && id < m.{0} ? m.{1}_history[2*id] : 0'
LOCALS = {
    'mj_getState': STATE, 'mj_setState': STATE,
    'mj_extractState': {'nsrc': 'e.sizeOf("mj_stateSize", m, srcsig)', 'ndst': 'e.sizeOf("mj_stateSize", m, dstsig)'},
    'mj_initCtrlHistory': {'nsample': HISTORY.format('nactuator', 'actuator')},
    'mj_initSensorHistory': {'nsample': HISTORY.format('nsensor', 'sensor'),
                             'dim': 'id >= 0 && id < m.nsensor ? m.sensor_dim[id] : 0'},
    'mjd_transitionFD': {'ndx': '2*m.nv + m.na'}, 'sn_transition': {'ndx': '2*m.nv + m.na'},
}
INDEXED = 'indices within its arrays would have to be checked first'
OTHER = 'it has structs that the package does not have'
FILES = 'there are no files but those in memory'
LEFT_OUT = {
    'mju_dense2sparse': INDEXED, 'mju_sparse2dense': INDEXED, 'mju_sym2dense': INDEXED, 'mju_printMatSparse': INDEXED,
    'mju_raySkin': INDEXED, 'mju_writeLog': FILES, 'mj_printModel': FILES, 'mj_printData': FILES,
    'mj_printFormattedModel': FILES, 'mj_printFormattedData': FILES, 'mj_printScene*': FILES, 'mj_printFormattedScene*': FILES,
    'mju_threadpool': 'there are no threads', 'mju_printMat': 'console.log prints arrays',
}


def left_out(name):
  """The reason, None if there is none; what Python has by other means JavaScript has so too."""
  for key, reason in LEFT_OUT.items():
    if re.fullmatch(re.escape(key).replace(r'\*', '.*'), name):
      return reason
  return None


def other_struct(params):
  return any(t.endswith('*') and t.startswith('mj') and t.rstrip('*') not in {**STRUCTS, **ARRAYS} for t, _, _, _ in params)


class Wrapper:
  """One function in JavaScript."""

  def __init__(self, function):
    self.f = function
    self.name, self.params, self.result = function.name, function.params, function.result

  def plain(self):
    """Structs, texts and numbers -> [(parameter, expression)]"""
    out = []
    models = [p for t, p, _, _ in self.params if t == 'mjModel*']
    for ctype, name, length, _ in self.params:
      base = ctype.rstrip('*')
      if ctype.endswith('*') and base in STRUCTS:
        kind = STRUCTS[base]
        if kind == 'data':
          out.append((name, f'e.data({name}, "{name}"' + (f', {models[0]})' if models else ')')))
        elif kind == 'model':
          out.append((name, f'e.model({name}, "{name}")'))
        else:
          null = ', true' if (self.name, name) in api.OPTIONAL else ''
          out.append((name, f'e.struct({name}, "{name}", "{kind}"{null})'))
      elif ctype == 'char*':
        out.append((name, f'e.text({name}, "{name}")'))
      elif name not in self.f.shape:
        out.append((name, f'e.{self.reader(ctype, name)}({name}, "{name}")'))
    return out

  def reader(self, ctype, name):
    """How a number is read: lengths of arrays are not negative."""
    lengths = ' '.join(dim for _, dims in self.f.shape.values() for dim in dims)
    if re.search(rf'\b{name}\b', lengths) or ctype == 'size_t':
      return 'count'
    return 'big' if ctype in BIG else 'number' if ctype in FLOATS else 'integer'

  def size(self, text):
    """A shape's expression in C -> in JavaScript"""
    text = api.LATER.get(text, text)
    local = LOCALS.get(self.name, {})
    given = {p[1] for p in self.params} | set(local)

    def word(match):
      name = match[0]
      if name in given or name not in self.f.sizes:
        return name
      return f'{self.f.data if name == "nefc" else self.f.model}.{name}'
    return re.sub(r'[A-Za-z_]\w*', word, text)

  def code(self):
    names = [p[1] for p in self.params]
    lines = [f'  {self.name}({", ".join(safe(n) for n in names)}) {{', f'    e.begin("{self.name}");']
    place = {}
    for name, expression in self.plain():
      lines.append(f'    const p_{name} = {rename(expression)};')
      place[name] = f'p_{name}'
    if self.name in api.BEFORE:
      test, text = api.BEFORE[self.name]
      lines.append(f'    if (!({rename(test)})) e.fail("{text}");'.replace('mjNWARNING', 'constants.mjNWARNING'))
    for local, text in LOCALS.get(self.name, {}).items():
      lines.append(f'    const {local} = {text};')
    for name, (optional, dims) in self.f.shape.items():
      ctype, _, _, const = next(p for p in self.params if p[1] == name)
      count = '*'.join(f'({self.size(d)})' if re.search(r'\W', self.size(d)) else self.size(d) for d in dims)
      flags = (1 if not const else 0) | (2 if optional else 0)
      lines.append(f'    const p_{name} = e.array({safe(name)}, "{name}", "{ARRAYS[ctype.rstrip("*")]}", {flags}, '
                   f'{rename(count)});')
      place[name] = f'p_{name}'
    call = f'e.x.{self.name}({", ".join(place[n] for n in names)})'
    if self.result == 'void':
      lines.append(f'    {call};')
      lines.append('    e.end();')
    else:
      value = {'mjtBool': f'!!{call}', 'const char*': f'e.string({call})', 'mjtSize': f'Number({call})',
               'size_t': f'{call} >>> 0'}.get(self.result, call)
      lines += [f'    const result = {value};', '    e.end();', '    return result;']
    return '\n'.join(lines + ['  },'])

  def type(self):
    out = []
    for ctype, name, _, const in self.params:
      base = ctype.rstrip('*')
      if ctype.endswith('*') and base in STRUCTS:
        kind = {'mjModel': 'MjModel', 'mjData': 'MjData'}.get(base, 'Mj' + base[2:])
        kind += ' | null' if (self.name, name) in api.OPTIONAL else ''
      elif name in self.f.shape:
        kind = ('ArrayLike<number>' if const else TYPED[ARRAYS[base]]) + (' | null' if self.f.shape[name][0] else '')
      else:
        kind = {'char*': 'string', 'mjtBool': 'boolean | number'}.get(ctype, 'number')
      out.append(f'{safe(name)}: {kind}')
    return f'  {self.name}({", ".join(out)}): {RESULTS[self.result]};'


def safe(name):
  """Words of JavaScript get a line behind them."""
  return name + '_' if name in ('function', 'in', 'var', 'new', 'delete', 'default') else name


def rename(expression):
  return re.sub(r'\b(function|var|new|delete|default)\b(?=[,)\s])', r'\1_', expression)


def wrappers():
  """(wrappers, {name: reason} of what is left out)"""
  made, missing = api.functions()
  out = []
  for function in made:
    reason = left_out(function.name)
    if not reason and other_struct(function.params):
      reason = OTHER
    if not reason and function.result not in RESULTS:
      reason = OTHER
    if reason:
      missing[function.name] = reason
    else:
      out.append(Wrapper(function))
  return out, missing


def write(folder):
  made, _ = wrappers()
  about = api.comments()
  folder.mkdir(parents=True, exist_ok=True)
  start = '// Made by web/tools/gen_functions.py from the tables of the API.\n'
  body = '\n'.join(w.code() for w in made)
  (folder / 'functions.js').write_text(
      f'{start}import {{ constants }} from "./enums.js";\n\nexport const functions = (e) => ({{\n{body}\n}});\n')
  types = '\n'.join(f'  /** {about.get(w.name) or w.f.note} */\n{w.type()}' for w in made)
  (folder / 'functions.d.ts').write_text(
      f'{start}import type {{ MjModel, MjData, MjOption, MjVisual, MjLROpt, MjContact, MjvOption, MjvCamera, MjvPerturb, MjvScene, MjvGeom, '
      f'MjvGLCamera }} '
      f'from "./structs.js";\n\nexport interface Functions {{\n{types}\n}}\n')
  every, numbers = gen_enums.enums(), gen_enums.constants()
  lines = [start + 'export const enums = Object.freeze({']
  lines += [f'  {name}: Object.freeze({{{", ".join(f"{m}: {v}" for m, v in values)}}}),' for name, _, values in every]
  lines += ['});', 'export const constants = Object.freeze({']
  lines += [f'  {name}: {value!r},' for name, value in numbers.items()]
  counted = {m: v for _, _, values in every for m, v in values}
  lines += ['  mjNWARNING: %d,' % counted['mjNWARNING'], '});', '']
  (folder / 'enums.js').write_text('\n'.join(lines))
  lines = [start + 'export interface Enums {']
  for name, doc, values in every:
    lines += [f'  /** {doc} */', f'  {name}: {{ {" ".join(f"readonly {m}: {v};" for m, v in values)} }};']
  lines += ['}', 'export interface Constants {']
  lines += [f'  readonly {name}: number;' for name in numbers] + ['}', 'export const enums: Enums;',
                                                                 'export const constants: Constants;', '']
  (folder / 'enums.d.ts').write_text('\n'.join(lines))
  others = ['mj_step', 'mj_deleteModel', 'mj_copyModel', 'mj_makeData', 'mj_deleteData', 'mj_copyData', 'mj_saveModel',
            'mj_defaultLROpt', 'mjv_defaultOption', 'mjv_defaultCamera', 'mjv_defaultPerturb', 'mj_sizeModel', 'mj_name2id',
            'mj_id2name', 'mj_forward', 'sn_field', 'sn_fieldCount', 'sn_findField', 'sn_typeName', 'sn_stageName',
            'sn_lastError', 'sn_lastWarning', 'sn_clearErrors', 'sn_version', 'malloc', 'free']
  names = dict.fromkeys([w.name for w in made] + others)
  (folder / 'exports.json').write_text(json.dumps(['_' + name for name in names]))


def main():
  if sys.argv[1:] == ['--missing']:
    for name, reason in wrappers()[1].items():
      print(f'{name}\t{reason}')
  elif len(sys.argv) == 2:
    write(pathlib.Path(sys.argv[1]))
  else:
    sys.exit(__doc__)


if __name__ == '__main__':
  main()
