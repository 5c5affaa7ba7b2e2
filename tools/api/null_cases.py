#!/usr/bin/env python3
"""Writes a C program that calls every function of the API with NULL for each pointer in turn,
for all of them, and for arrays of length 0.

  null_cases.py OUTPUT.c              functions that the library has
  null_cases.py --reference OUTPUT.c  functions of the reference: without our own

Functions come from functions.tsv. What each argument is otherwise (from the scene of
tests/support/null_scene.h) is found by function and name, then by name, then by type, in the tables below;
an argument of no known kind is an error that says what to add. The program prints one line per
call: function, which argument was NULL, answer (tests/checks/check_null.py).
"""
import re
import sys

import gen_docs

# values of pointers; @ is the number of the argument. Buffers are separate for each argument.
BY_TYPE = {
    'mjModel*': 'MODEL', 'mjData*': 'DATA', 'mjSpec*': 'S.spec', 'mjVFS*': '&S.vfs',
    'mjContact*': '&S.contact', 'mjLROpt*': '&S.lengthRange', 'mjLogMessage*': '&S.message',
    'mjOption*': '&S.m->opt', 'mjVisual*': '&S.m->vis', 'mjCache*': 'mj_getCache()',
    'mjtNum*': 'fillDouble(@, 0.5, 0)', 'double*': 'fillDouble(@, 0.5, 0)',
    'float*': 'fillFloat(@)', 'int*': 'fillInt(@, 0, 1, 3)', 'mjtByte*': 'fillZero(@)',
    'char*': 'fillChar(@)', 'void*': 'fillZero(@)', 'const char*': '"a"',
    'mjtNum**': '(mjtNum**)fillOut(@)', 'int**': '(int**)fillOut(@)',
    'mjsElement*': 'S.body->element', 'mjsBody*': 'S.body', 'mjsFrame*': 'S.frame',
    'mjsDefault*': 'mjs_findDefault(S.spec, "part")', 'mjsMesh*': 'S.mesh', 'mjsGeom*': 'S.geom',
    'mjsActuator*': 'S.actuator', 'mjsSensor*': 'S.sensor', 'mjsTendon*': 'S.tendon',
    'mjsWrap*': 'S.wrap', 'mjsOrientation*': '&S.orientation', 'mjsBody**': '&S.bodyOut',
    'mjString*': 'S.mesh->file', 'mjStringVec*': 'S.skin->bodyname',
    'mjByteVec*': 'S.texture->data', 'mjIntVec*': 'S.mesh->userface',
    'mjIntVecVec*': 'S.skin->vertid', 'mjFloatVec*': 'S.mesh->uservert', 'mjFloatVecVec*': 'S.skin->vertweight',
    'sn_Batch*': 'S.batch', 'sn_BatchGather*': 'S.gather', 'sn_BatchOptions*': '(sn_BatchOptions*)fillZero(@)',
    'sn_BatchInput*': '(sn_BatchInput*)fillZero(@)', 'sn_BatchReset*': '(sn_BatchReset*)fillZero(@)',
    'sn_Rollout*': '(sn_Rollout*)fillZero(@)', 'mjtBool*': '(mjtBool*)fillZero(@)', 'mjtSize*': '(mjtSize*)fillZero(@)',
    'mjDoubleVec*': 'S.numeric->data', 'sn_DiffReport*': '(sn_DiffReport*)fillZero(@)',
    'mjvOption*': '(mjvOption*)fillZero(@)', 'mjvCamera*': '(mjvCamera*)fillZero(@)',
    'mjvPerturb*': '(mjvPerturb*)fillZero(@)', 'mjvGeom*': '(mjvGeom*)fillZero(@)',
    'mjvGLCamera*': '(mjvGLCamera*)fillZero(@)', 'mjvScene*': '&S.scene', 'mjvFigure*': '&S.figure',
    'mjUI*': '&S.ui', 'mjuiDef*': 'S.uiDef', 'mjuiState*': '&S.uiState', 'mjrContext*': '&S.context', 'mjrRendererInfo*': '(mjrRendererInfo*)fillZero(@)',
    'mjpPlugin*': '&S.plugin', 'mjSDF*': '&S.sdf', 'mjpResourceProvider*': '&S.provider', 'mjpDecoder*': '&S.decoder',
    'mjpEncoder*': '&S.encoder', 'mjResource*': 'S.resource', 'mjsPlugin*': 'S.instance', 'const void**': '&S.bytes', 'const char**': '&S.text', 'mjrRect*': '(mjrRect*)fillZero(@)', 'unsigned char*': '(unsigned char*)fillZero(@)',
}
BY_NAME = {
    'error': 'fillZero(@)', 'filename': '"/dev/null"', 'classname': '"part"', 'sequence': '"xyz"',
    'seq': '"xyz"', 'float_format': '"%g"', 'rownnz': 'fillInt(@, 3, 0, 4)',
    'rowadr': 'fillInt(@, 0, 3, 10000)', 'colind': 'fillInt(@, 0, 1, 3)', 'mat': 'fillMatrix(@)',
    'mat1': 'fillMatrix(@)', 'mat2': 'fillMatrix(@)', 'H': 'fillMatrix(@)',
    'lower': 'fillDouble(@, -1, 0)', 'upper': 'fillDouble(@, 1, 0)',
    'times': 'fillDouble(@, -0.03, 0.01)', 'geomgroup': 'memset(S.buffer[@], 1, 6)',
}
# values of numbers, by name; others are 1
NUMBERS = {
    'n': 3, 'nr': 3, 'nc': 3, 'r1': 3, 'c1': 3, 'c2': 3, 'r2': 3, 'ntotal': 3, 'nband': 2,
    'ndense': 1, 'nnz': 9, 'nface': 1, 'nvert': 3, 'nray': 2, 'dim': 3, 'nparams': 1, 'size': 3,
    'geomtype': 'mjGEOM_SPHERE', 'type': 'mjOBJ_BODY', 'objtype': 'mjOBJ_BODY',
    'builtin': 'mjMESH_BUILTIN_SPHERE', 'id': 0, 'index': 0, 'sect': 0, 'key': 0, 'k': 0, 'i': 0, 'input': 0,
    'warning': 'mjWARN_INERTIA', 'interp': 0, 'sig': 'mjSTATE_PHYSICS', 'N': 4, 'nthread': 0,
    'srcsig': 'mjSTATE_PHYSICS', 'dstsig': 'mjSTATE_QPOS', 'error_sz': 1000, 'xml_sz': 60000,
    'buffer_sz': 60000, 'nbuffer': 100, 'sameframe': 0, 'topic': 'mjTOPIC_NONE', 'flexid': 0,
    'nerror': 1000, 'nbytes': 10, 'slot': 0, 'plugin_id': 0, 'bytes': 64, 'alignment': 8, 'bodyexclude': -1, 'degree': 0, 'skipstage': 'mjSTAGE_NONE',
    'action': 'mjMOUSE_ROTATE_V', 'catmask': 'mjCAT_ALL', 'eps': 1e-6, 'debug_value': 0, 'diagadd': 0, 'diagmul': 0, 'inheritrange': 0, 'ctrlspec': 0,
}
# numbers that are 0 where arrays are empty; elements of the empty model
SIZES = {'n', 'nr', 'nc', 'r1', 'c1', 'c2', 'r2', 'ntotal', 'nband', 'ndense', 'nvec', 'nface',
         'nvert', 'nray', 'nnz', 'size', 'nbuffer', 'sig', 'srcsig', 'dstsig', 'body', 'objid',
         'geom', 'site'}
NUMBER_TYPES = {'mjtNum*', 'double*', 'float*', 'int*', 'void*'}  # arrays of some length
# exceptions: function, argument -> value
BY_FUNCTION = {
    'mj_loadXML': {'filename': '"scene.xml"'}, 'mj_parseXML': {'filename': '"scene.xml"'},
    'mj_parse': {'filename': '"scene.xml"', 'content_type': '"text/xml"'},
    'mj_encode': {'filename': 'S.file', 'content_type': '"text/xml"'},
    'mju_getXMLDependencies': {'filename': 'S.file'},
    'mjd_transitionFD': {'m': 'S.plain', 'd': 'S.plainData'},
    'mjd_inverseFD': {'m': 'S.plain', 'd': 'S.plainData'},
    'sn_transition': {'m': 'S.plain', 'd': 'S.plainData'},
    'sn_transitionCheck': {'m': 'S.plain', 'd': 'S.plainData'},
    'mjs_makeFlex': {'type': '"grid"', 'dof': '"full"', 'count': 'fillInt(@, 3, 0, 4)',
                     'file': '""', 'equality': 0, 'rigid': 0, 'flatskin': 0, 'elastic2d': 0},
    'mj_parseXMLString': {'xml': 'sceneXml'}, 'sn_loadXMLString': {'xml': 'sceneXml'},
    'sn_vecSize': {'vec': 'S.numeric->data'}, 'sn_vecData': {'vec': 'S.numeric->data'},
    'sn_vecAt': {'vec': 'S.skin->bodyname'}, 'sn_vecResize': {'vec': 'S.numeric->data', 'bytes': 8},
    'mj_addFileVFS': {'directory': '""', 'filename': '"/dev/null"'},
    'mj_deleteFileVFS': {'filename': '"scene.xml"'},
    'mj_containsBufferVFS': {'name': '"scene.xml"'},
    'mj_containsFileVFS': {'directory': '""', 'filename': '"scene.xml"'},
    'mj_mountVFS': {'filepath': '"place"'}, 'mj_unmountVFS': {'filename': '"place"'},
    'mju_openResource': {'dir': '""', 'name': '"scene.xml"'}, 'mju_closeResource': {'resource': 'mju_openResource("", "scene.xml", &S.vfs, NULL, 0)'},
    'mju_writeResource': {'name': '"/dev/null"'}, 'mju_decodeResource': {'content_type': '"model/obj"'},
    'mjp_findDecoder': {'content_type': '"model/obj"'}, 'mjp_findEncoder': {'filename': '"a.zip"', 'content_type': '"application/zip"'},
    'mjp_getResourceProvider': {'resource_name': '"file:a"'},
    'mjs_setPluginAttributes': {'attributes': 'S.skin->bodyname'},
    'mj_getPluginConfig': {'attrib': '"kp"'},
    'mj_loadPluginLibrary': {'path': '"absent.so"'},
    'mj_loadAllPluginLibraries': {'directory': '"absent"', 'callback': 'NULL'},
    'mj_loadModel': {'filename': '"absent.mjb"'},
    'mj_copyModel': {'dest': 'S.m2', 'src': 'S.m'}, 'mjv_copyModel': {'dest': 'S.m2'},
    'mj_copyData': {'dest': 'S.d2', 'src': 'S.d'}, 'mjv_copyData': {'dest': 'S.d2'},
    'mj_copyState': {'dst': 'S.d2'},
    'mj_deleteData': {'d': 'S.d2'}, 'mj_deleteModel': {'m': 'S.m2'},
    'mj_rayHfield': {'geomid': 1}, 'mj_rayMesh': {'geomid': 4},
    'mj_id2name': {'id': 1}, 'mj_geomDistance': {'geom1': 2, 'geom2': 3, 'distmax': 10},
    'mj_maxContact': {'g1': 0, 'g2': 2}, 'mj_actuatorInputName': {'id': 0},
    'mju_free': {'ptr': 'mju_malloc(8)'}, 'mju_strncpy': {'n': 4},
    'mjs_attach': {'parent': 'S.frame->element', 'child': 'S.childBody->element'},
    'mjs_delete': {'element': 'S.geom->element'}, 'mjs_nextChild': {'child': 'S.geom->element'},
    'mjs_setDefault': {'element': 'S.geom->element'},
    'mjs_setFrame': {'dest': 'S.geom->element'}, 'mjs_setName': {'name': '"fresh"'},
    'mjs_addDefault': {'classname': '"fresh"'},
    'mjs_findSpec': {'name': '"scene"'}, 'mjs_wrapSite': {'name': '"s0"'},
    'mjs_wrapGeom': {'name': '"ball"', 'sidesite': '"s0"'}, 'mjs_wrapJoint': {'name': '"hinge"'},
    'mjs_setUserValueWithCleanup': {'cleanup': 'ignoreValue'},
    'sn_findDependencies': {'filename': 'S.file', 'found': 'ignoreFile'},
    'sn_checkModel': {'m': 'S.plain', 'spec': 'NULL', 'found': 'ignoreFinding'},
    'sn_checkFile': {'filename': '"scene.xml"', 'found': 'ignoreFinding'},
    'sn_makeBatch': {'m': 'S.plain', 'nworld': 2}, 'sn_deleteBatch': {'b': 'NULL'}, 'sn_deleteGather': {'g': 'NULL'},
    'sn_batchArray': {'name': '"qpos"'}, 'sn_batchParameter': {'name': '"body_mass"'},
    'sn_makeGather': {'fields': '"qpos"'}, 'sn_gatherBatch': {'stride': 1}, 'sn_gatherBatchFloat': {'stride': 1}, 'sn_batchTransition': {'mode': 0},
    'sn_field': {'type': 'sn_TYPE_DATA'}, 'sn_findField': {'type': 'sn_TYPE_DATA', 'name': '"qpos"'},
    'sn_fieldAddress': {'type': 'sn_TYPE_DATA', 'rows': '(mjtSize*)fillZero(@)',
                        'cols': '(mjtSize*)fillZero(@)'},
    'mjv_connector': {'type': 'mjGEOM_CAPSULE'},
    'sn_loadXML': {'filename': '"scene.xml"'}, 'sn_parseXML': {'filename': '"scene.xml"'},
}
SAY = {'void': None, 'mjvGLCamera': None, 'mjrRect': None, 'int': 'sayInt', 'mjtBool': 'sayInt', 'size_t': 'sayInt', 'mjtSize': 'sayInt',
       'mjtNum': 'sayNum', 'double': 'sayNum', 'char*': 'sayText'}


NUMBER = r'(unsigned|mjtNum|mjtSize|mjtByte|mjtBool|mjtObj|mjtMeshBuiltin|size_t|int|double|float|mjrRect)'


def parse(prototype):
  """(return type, name, [(type, name)]) of a prototype; T[3] becomes T *."""
  found = re.match(r'(.*?)\s*(\w+)\((.*?)\)(\s*mjPRINTFLIKE.*)?;$', prototype)
  if prototype.startswith('extern') or not found:
    return None
  args = []
  for text in re.split(r',(?![^(]*\))', found[3]):
    text = text.strip()
    if text in ('void', '...'):
      continue
    if '(*' in text:  # a function: its kind is the whole declaration
      args.append((text, re.search(r'\(\*(\w+)\)', text)[1]))
      continue
    part = re.match(r'(.*?)(\w+)((?:\[\w*\])*)$', text)
    kind = re.sub(r'(const|unsigned)(?=\w)', r'\1 ', part[1].replace(' ', ''))
    args.append((kind + ' *' * part[3].count('['), part[2]))
  return found[1].strip(), found[2], args


def is_pointer(kind):
  return kind.endswith('*') or '(*' in kind


def bare(kind):
  return kind.replace('const ', '').replace(' *', '*')


def value(function, kind, name):
  """C text of an argument; a kind that is not known ends the program."""
  special = BY_FUNCTION.get(function, {}).get(name)
  if special is not None:
    return str(special)
  if is_pointer(kind):
    by_name = None if kind.endswith('**') else BY_NAME.get(name)
    text = by_name or BY_TYPE.get(kind) or BY_TYPE.get(bare(kind))
    own = function.startswith('mjs_default') or re.fullmatch(r'sn_\w+\*', bare(kind))
    if text is None and own:
      return 'fillZero(@)'  # a bare struct of the caller
    if text is None:
      sys.exit(f'null_cases.py: {function}: no value for argument "{name}" of type {kind}: add '
               'one to BY_TYPE or BY_FUNCTION (and to the scene of tests/support/null_scene.h)')
    return text
  if not re.match(NUMBER, kind):
    sys.exit(f'null_cases.py: {function}: no value for argument "{name}" of type {kind}: '
             'add one to BY_FUNCTION, or its type to the list of numbers')
  text = '(mjrRect){0, 0, 8, 8}' if kind == 'mjrRect' else str(NUMBERS.get(name, 1))
  return f'SIZE({text})' if name in SIZES else text


def case(row):
  """C text of the call of a function, its row in the table; None if it has no pointers."""
  parsed = parse(row['prototype'])
  if not parsed or not any(is_pointer(kind) for kind, _ in parsed[2]):
    return None
  result, function, args = parsed
  say = SAY.get(result.replace('const ', ''), 'sayPointer')
  lines, given, pointers, lengths = [], [], [], ''
  for kind, name in args:
    text = value(function, kind, name)
    if is_pointer(kind):
      number = len(pointers)
      pointers.append(name)
      declaration = kind if '(*' in kind else f'{kind} {name}'
      lines.append(f'  {declaration} = GIVE({number}, {text.replace("@", str(number))});')
      given.append(name)
      lengths += 'n' if kind.replace('const ', '') in NUMBER_TYPES else '1'
    else:
      given.append(text)
  call = f'{function}({", ".join(given)})'
  lines += ['  snapshot();', f'  {say}({call});' if say else f'  {call};\n  sayVoid();']
  names = ', '.join(f'"{name}"' for name in pointers)
  return (f'static void call_{function}(const int* valid) {{\n' + '\n'.join(lines) + '\n}\n'
          f'static const char* const args_{function}[] = {{{names}}};\n',
          f'    {{"{function}", args_{function}, "{lengths}", call_{function}}},\n')


def program(rows):
  parts = [part for part in map(case, rows) if part]
  return (
      '// Generated by tools/api/null_cases.py.\n#include "null_scene.h"\n\n'
      '#define GIVE(i, value) (valid[i] ? (value) : NULL)\n'
      '#define SIZE(value) (empty ? 0 : (value))\n#define MODEL (empty ? S.bare : S.m)\n'
      '#define DATA (empty ? S.bareData : S.d)\n\n'
      'static void snapshot(void) { memcpy(before, S.buffer, sizeof before); }\n\n' +
      '\n'.join(text for text, _ in parts) + '\nstatic const NullRow table[] = {\n' +
      ''.join(row for _, row in parts) + '};\n\n'
      'int main(int argc, char** argv) {\n  return runTable(table, (int)(sizeof table / '
      'sizeof *table), argc > 1 ? argv[1] : NULL);\n}\n')


if __name__ == '__main__':
  arguments = sys.argv[1:]
  of_reference = arguments[:1] == ['--reference']
  if len(arguments) != 1 + of_reference:
    sys.exit(__doc__)
  with open(arguments[-1], 'w') as out:
    out.write(program([row for row in gen_docs.load() if not (of_reference and row['name'].startswith('sn_'))]))
