#!/usr/bin/env python3
"""Writes spec_tables.c: the members of mjSpec and of its elements as tables, from include/sinew/spec.h.

usage: gen_spec.py FOLDER     writes it there
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / 'tools/api'))
sys.dont_write_bytecode = True
import layout  # noqa: E402

# structs in the order of the table: C name, kind of the element (mjtObj) or -1
STRUCTS = {
    'mjSpec': 'mjOBJ_MODEL', 'mjsOrientation': -1, 'mjsPlugin': 'mjOBJ_PLUGIN', 'mjsCompiler': -1, 'mjsAuthored': -1,
    'mjsBody': 'mjOBJ_BODY', 'mjsFrame': 'mjOBJ_FRAME', 'mjsJoint': 'mjOBJ_JOINT', 'mjsGeom': 'mjOBJ_GEOM',
    'mjsSite': 'mjOBJ_SITE', 'mjsCamera': 'mjOBJ_CAMERA', 'mjsLight': 'mjOBJ_LIGHT', 'mjsFlex': 'mjOBJ_FLEX',
    'mjsMesh': 'mjOBJ_MESH', 'mjsHField': 'mjOBJ_HFIELD', 'mjsSkin': 'mjOBJ_SKIN', 'mjsTexture': 'mjOBJ_TEXTURE',
    'mjsMaterial': 'mjOBJ_MATERIAL', 'mjsPair': 'mjOBJ_PAIR', 'mjsExclude': 'mjOBJ_EXCLUDE',
    'mjsEquality': 'mjOBJ_EQUALITY', 'mjsTendon': 'mjOBJ_TENDON', 'mjsWrap': -1, 'mjsActuator': 'mjOBJ_ACTUATOR',
    'mjsSensor': 'mjOBJ_SENSOR', 'mjsNumeric': 'mjOBJ_NUMERIC', 'mjsText': 'mjOBJ_TEXT', 'mjsTuple': 'mjOBJ_TUPLE',
    'mjsKey': 'mjOBJ_KEY', 'mjsDefault': 'mjOBJ_DEFAULT',
}
FORMS = {
    'double': 'NUM', 'mjtNum': 'NUM', 'float': 'FLOAT', 'int': 'INT', 'mjtBool': 'BOOL', 'mjtByte': 'BYTE',
    'mjtSize': 'SIZE', 'uint64_t': 'UINT64', 'char': 'CHARS', 'mjString*': 'STRING', 'mjStringVec*': 'STRINGVEC',
    'mjIntVec*': 'INTVEC', 'mjFloatVec*': 'FLOATVEC', 'mjDoubleVec*': 'DOUBLEVEC', 'mjByteVec*': 'BYTEVEC',
    'mjIntVecVec*': 'INTVECS', 'mjFloatVecVec*': 'FLOATVECS',
}
# arrays whose first numbers may be given alone when an element is added, but for height fields
LOOSE = {'size', 'stiffness', 'damping'}
# elements that the library cannot cast yet
NO_CAST = {'mjsDefault', 'mjsWrap', 'mjSpec'}


def form_of(ctype):
  """(form, target): the target is the enum or the struct."""
  if ctype in FORMS:
    return FORMS[ctype], None
  if ctype.endswith('*'):
    return 'RECORD', ctype[:-1]
  return ('ENUM' if ctype.startswith('mjt') else 'STRUCT'), ctype


def python_name(struct):
  return 'Mj' + struct[2:]


def fields(members):
  """Rows of one struct; its handle is no member for Python."""
  for declarator, ctype, comment in members:
    name = declarator.split('[')[0]
    if ctype == 'mjsElement*':
      continue
    form, target = form_of(ctype)
    yield name, form, re.findall(r'\[(.*?)\]', declarator), target, comment


def table(struct, members):
  lines = [f'static const SpecField {struct}_fields[] = {{']
  for name, form, shape, target, comment in fields(members):
    count = ' * '.join(f'({n})' for n in shape) or '1'
    loose = 'true' if name in LOOSE and shape and struct != 'mjsHField' else 'false'
    doc = comment.replace('"', "'")
    quoted = f'"{target}"' if target else 'NULL'
    lines.append(f'    {{"{name}", offsetof({struct}, {name}), SPEC_{form}, {count}, {loose}, {quoted}, "{doc}"}},')
  return lines + ['};', '']


def casts():
  lines = []
  for struct, kind in STRUCTS.items():
    if kind == -1 or struct in NO_CAST:
      continue
    name = struct.replace('mjs', 'mjs_as')
    lines.append(f'static void* cast_{struct}(mjsElement* e) {{ return {name}(e); }}')
  return lines + ['']


def rows():
  lines = ['SpecType spec_types[] = {']
  for struct, kind in STRUCTS.items():
    cast = 'NULL' if kind == -1 or struct in NO_CAST else f'cast_{struct}'
    lines.append(f'    {{"{python_name(struct)}", "{struct}", sizeof({struct}), {kind}, {cast}, {struct}_fields, '
                 f'sizeof({struct}_fields) / sizeof(*{struct}_fields), NULL}},')
  return lines + ['};', 'const int spec_ntype = sizeof(spec_types) / sizeof(*spec_types);', '']


def main():
  if len(sys.argv) != 2:
    sys.exit(__doc__)
  structs = layout.header_structs((layout.ROOT / 'include/sinew/spec.h').read_text())
  lines = ['// Made by python/tools/gen_spec.py from include/sinew/spec.h.', '#include <stddef.h>', '#include "spec.h"', '']
  for struct in STRUCTS:
    lines += table(struct, structs[struct])
  lines += casts() + rows()
  folder = pathlib.Path(sys.argv[1])
  folder.mkdir(parents=True, exist_ok=True)
  (folder / 'spec_tables.c').write_text('\n'.join(lines))


if __name__ == '__main__':
  main()
