#!/usr/bin/env python3
"""What another language learns from the library alone (sinew/extra.h), by ctypes.

usage: check_fields.py LIBRARY.so
The members that sn_field tells are those of the golden layout (tests/golden/layout.tsv, made from the
specification): names, offsets, types, lengths and shapes. Then a model is loaded, its fields are read
and written by name, and an error becomes an exception.
"""
import ctypes
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / 'tools/api'))
sys.dont_write_bytecode = True
from layout import Report  # noqa: E402

C_TYPES = {'mjtNum': ctypes.c_double, 'float': ctypes.c_float, 'int': ctypes.c_int,
           'mjtSize': ctypes.c_int64, 'mjtByte': ctypes.c_ubyte, 'mjtBool': ctypes.c_bool}
SAME = {'size_t': 'uintptr_t'}  # types that the library does not tell apart
ARRAY = 1  # sn_FIELD_ARRAY
KEEP = 1   # sn_ERROR_KEEP
MODEL_XML = b"""<mujoco><option gravity="0 0 -2"/><worldbody><body><freejoint/>
<geom name="ball" size=".1" mass="3"/></body></worldbody></mujoco>"""


class Field(ctypes.Structure):
  _fields_ = [(name, ctypes.c_char_p) for name in
              ('name', 'ctype', 'rowtext', 'coltext', 'unit', 'meaning')]
  _fields_ += [('offset', ctypes.c_size_t), ('size', ctypes.c_size_t)]
  _fields_ += [(name, ctypes.c_int) for name in ('type', 'stage', 'flags')]


class Library:
  """The functions, and the structs that can be listed: {name: type}."""

  def __init__(self, path):
    self.c = ctypes.CDLL(path)
    for name in ('sn_loadXMLString', 'mj_makeData', 'sn_fieldAddress'):
      getattr(self.c, name).restype = ctypes.c_void_p
    for name in ('sn_typeName', 'sn_lastError'):
      getattr(self.c, name).restype = ctypes.c_char_p
    self.structs, kind = {}, 0
    while self.c.sn_typeName(kind):
      if self.c.sn_fieldCount(kind):
        self.structs[self.c.sn_typeName(kind).decode()] = kind
      kind += 1

  def fields(self, kind):
    for i in range(self.c.sn_fieldCount(kind)):
      field = Field()
      assert self.c.sn_field(kind, i, ctypes.byref(field))
      yield i, field

  def array(self, kind, name, m, d):
    """The numbers of a member, as a ctypes array that shares their memory."""
    i = self.c.sn_findField(kind, name.encode())
    rows, cols, field = ctypes.c_int64(), ctypes.c_int64(), Field()
    address = self.c.sn_fieldAddress(kind, i, ctypes.c_void_p(m), ctypes.c_void_p(d),
                                     ctypes.byref(rows), ctypes.byref(cols))
    self.c.sn_field(kind, i, ctypes.byref(field))
    return (C_TYPES[field.ctype.decode()] * (rows.value * cols.value)).from_address(address)

  def call(self, name, *args):
    """A call that raises what the library reports."""
    self.c.sn_clearErrors()
    getattr(self.c, name)(*(ctypes.c_void_p(arg) for arg in args))
    if self.c.sn_lastError():
      raise RuntimeError(self.c.sn_lastError().decode())


def golden(struct):
  """{member: (offset, bytes, type of an element, shape, is a pointer)} of the golden layout."""
  found = {}
  for line in (ROOT / 'tests/golden/layout.tsv').read_text().splitlines():
    cells = line.split('\t')
    if cells[:2] == ['member', struct] and cells[5] != 'struct':
      ctype, pointer = re.fullmatch(r'(.*?)(\*?)', cells[5]).groups()
      if ctype == 'void':
        ctype, pointer = 'void*', ''
      name = re.sub(r'\[.*', '', cells[2])
      found[name] = (int(cells[3]), int(cells[4]), SAME.get(ctype, ctype), cells[6], bool(pointer))
  return found


def check_layout(library, report):
  for struct, kind in library.structs.items():
    want = golden(struct)
    told = {}
    for i, field in library.fields(kind):
      rows, cols = ctypes.c_int64(), ctypes.c_int64()
      library.c.sn_fieldAddress(kind, i, None, None, ctypes.byref(rows), ctypes.byref(cols))
      pointer = bool(field.flags & ARRAY)
      size = ctypes.sizeof(ctypes.c_void_p) if pointer else field.size * rows.value * cols.value
      shape = f'{field.rowtext.decode()} x {field.coltext.decode()}' if pointer else ''
      told[field.name.decode()] = (field.offset, size, field.ctype.decode(), shape, pointer)
    report.check(told.keys() == want.keys(), f'{struct}: {told.keys() ^ want.keys()}')
    for name in told.keys() & want.keys():
      report.check(told[name] == want[name], f'{struct}.{name}: {told[name]}, not {want[name]}')


def check_use(library, report):
  error = ctypes.create_string_buffer(500)
  m = library.c.sn_loadXMLString(MODEL_XML, error, 500)
  d = library.c.mj_makeData(ctypes.c_void_p(m))
  model, data, option = (library.structs[name] for name in ('mjModel', 'mjData', 'mjOption'))
  report.check(list(library.array(model, 'body_mass', m, d)) == [0, 3], 'body_mass')
  library.array(option, 'gravity', m, d)[0] = 1
  library.array(data, 'qvel', m, d)[1] = 5
  library.c.sn_setErrorMode(KEEP)
  library.call('mj_forward', m, d)
  report.check([round(x, 9) for x in library.array(data, 'qacc', m, d)] == [1, 0, -2, 0, 0, 0],
               list(library.array(data, 'qacc', m, d)))
  try:
    library.call('mj_forward', m, None)
    report.check(False, 'no exception')
  except RuntimeError as problem:
    report.check("argument 'd' is NULL" in str(problem), str(problem))
  library.call('mj_deleteData', d)
  library.call('mj_deleteModel', m)


def main(path):
  library, report = Library(path), Report()
  report.check(len(library.structs) >= 10, f'structs: {list(library.structs)}')
  check_layout(library, report)
  check_use(library, report)
  return report.end()


if __name__ == '__main__':
  if len(sys.argv) != 2:
    sys.exit(__doc__)
  sys.exit(main(sys.argv[1]))
