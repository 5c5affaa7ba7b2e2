#!/usr/bin/env python3
"""Writes the Python functions of the module from the table of the API: functions.c (a wrapper in C for
each, and the table of methods) and functions.pyi (their types).

usage: gen_functions.py FOLDER     writes both there
       gen_functions.py --missing  lists public functions that have no Python name, with reasons

A prototype says most: structs, numbers, texts, arrays of fixed length (mjtNum res[3]); an array that is
not const is written. SHAPES has the rest: how long the other arrays are. A name in a shape is a size of
the model (nv), a number that the caller gives, or a length that is dropped from the arguments and follows
from the arrays.
"""
import keyword
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
TABLE = ROOT / 'tools/api/functions.tsv'
HEADERS = ['api.h', 'plugin.h', 'math.h', 'extra.h', 'visualize.h', 'render.h']

JAC = 'jacp?(3,nv) jacr?(3,nv)'
BAND = '(ntotal-ndense)*nband+ndense*ntotal'
INVERSE = ('DfDq?(nv,nv) DfDv?(nv,nv) DfDa?(nv,nv) DsDq?(nv,nsensordata) DsDv?(nv,nsensordata) '
           'DsDa?(nv,nsensordata) DmDq?(nv,nC)')
TRANSITION = 'A?(ndx,ndx) B?(ndx,nu) C?(nsensordata,ndx) D?(nsensordata,nu)'
SPARSE = 'mat(nnz) rownnz(nr) rowadr(nr) colind(nnz)'

# name?(rows,cols): ? says that it may be None
SHAPES = {
    'mj_defaultSolRefImp': 'solref?(2) solimp?(5)',
    'mjv_initGeom': 'size?(3) pos?(3) mat?(9) rgba?(4)',
    'mj_getState': 'state(nstate)', 'mj_setState': 'state(nstate)',
    'mj_extractState': 'src(nsrc) dst(ndst)',
    'mj_solveM': 'x(n,nv) y(n,nv)', 'mj_solveM2': 'x(n,nv) y(n,nv) sqrtInvD(nv)',
    'mj_rne': 'result(nv)',
    'mj_constraintUpdate': 'jar(nefc) cost?(1)',
    'mj_mulJacVec': 'res(nefc) vec(nv)', 'mj_mulJacTVec': 'res(nv) vec(nefc)',
    'mj_jac': JAC, 'mj_jacBody': JAC, 'mj_jacBodyCom': JAC, 'mj_jacGeom': JAC, 'mj_jacSite': JAC,
    'mj_jacDot': JAC, 'mj_jacSubtreeCom': 'jacp?(3,nv)',
    'mj_jacPointAxis': 'jacPoint?(3,nv) jacAxis?(3,nv)', 'mj_angmomMat': 'mat(3,nv)',
    'mj_fullM': 'dst(nv,nv)', 'mj_mulM': 'res(nv) vec(nv)', 'mj_mulM2': 'res(nv) vec(nv)',
    'mj_applyFT': 'force?(3) torque?(3) qfrc_target(nv)',
    'mj_differentiatePos': 'qvel(nv) qpos1(nq) qpos2(nq)',
    'mj_integratePos': 'qpos(nq) qvel(nv)', 'mj_normalizeQuat': 'qpos(nq)',
    'mj_geomDistance': 'fromto?(6)',
    'mj_ray': 'geomgroup?(6) geomid?(1) normal?(3)',
    'mj_multiRay': 'vec(3*nray) geomgroup?(6) geomid?(nray) dist(nray) normal?(3*nray)',
    'mj_rayHfield': 'normal?(3)', 'mj_rayMesh': 'normal?(3)', 'mju_rayGeom': 'normal?(3)',
    'mj_rayFlex': 'vertid?(1) normal?(3)',
    'mj_initCtrlHistory': 'times?(nsample) values?(nsample)',
    'mj_initSensorHistory': 'times?(nsample) values?(nsample,dim)',
    'mjd_transitionFD': TRANSITION, 'sn_transition': TRANSITION,
    'mjd_inverseFD': INVERSE, 'sn_inverseDerivatives': INVERSE,
    'mjd_subQuat': 'Da?(9) Db?(9)', 'mjd_quatIntegrate': 'Dquat?(9) Dvel?(9) Dscale?(3)',
    'mju_zero': 'res(n)', 'mju_fill': 'res(n)', 'mju_copy': 'res(n) vec(n)', 'mju_sum': 'vec(n)',
    'mju_L1': 'vec(n)', 'mju_scl': 'res(n) vec(n)', 'mju_add': 'res(n) vec1(n) vec2(n)',
    'mju_sub': 'res(n) vec1(n) vec2(n)', 'mju_addTo': 'res(n) vec(n)', 'mju_subFrom': 'res(n) vec(n)',
    'mju_addToScl': 'res(n) vec(n)', 'mju_addScl': 'res(n) vec1(n) vec2(n)', 'mju_normalize': 'res(n)',
    'mju_norm': 'res(n)', 'mju_dot': 'vec1(n) vec2(n)', 'mju_isZero': 'vec(n)',
    'mju_mulMatVec': 'res(nr) mat(nr,nc) vec(nc)', 'mju_mulMatTVec': 'res(nc) mat(nr,nc) vec(nr)',
    'mju_mulVecMatVec': 'vec1(n) mat(n,n) vec2(n)', 'mju_transpose': 'res(nc,nr) mat(nr,nc)',
    'mju_symmetrize': 'res(n,n) mat(n,n)', 'mju_eye': 'mat(n,n)',
    'mju_mulMatMat': 'res(r1,c2) mat1(r1,c1) mat2(c1,c2)',
    'mju_mulMatMatT': 'res(r1,r2) mat1(r1,c1) mat2(r2,c1)',
    'mju_mulMatTMat': 'res(c1,c2) mat1(r1,c1) mat2(r1,c2)',
    'mju_sqrMatTD': 'res(nc,nc) mat(nr,nc) diag?(nr)',
    'mju_transformSpatial': 'rotnew2old?(9)',
    'mju_dense2sparse': 'res(nnz) mat(nr,nc) rownnz(nr) rowadr(nr) colind(nnz)',
    'mju_sparse2dense': 'res(nr,nc) ' + SPARSE, 'mju_sym2dense': 'res(n,n) ' + SPARSE.replace('nr', 'n'),
    'mju_printMat': 'mat(nr,nc)', 'mju_printMatSparse': SPARSE,
    'mju_cholFactor': 'mat(n,n)', 'mju_cholSolve': 'res(n) mat(n,n) vec(n)',
    'mju_cholUpdate': 'mat(n,n) x(n)',
    'mju_cholFactorBand': f'mat({BAND})', 'mju_cholSolveBand': f'res(ntotal) mat({BAND}) vec(ntotal)',
    'mju_band2Dense': f'res(ntotal,ntotal) mat({BAND})', 'mju_dense2Band': f'res({BAND}) mat(ntotal,ntotal)',
    'mju_bandMulMatVec': f'res(ntotal*nvec) mat({BAND}) vec(ntotal*nvec)',
    'mju_boxQP': 'res(n) R(n,n+7) index?(n) H(n,n) g(n) lower?(n) upper?(n)',
    'mju_encodePyramid': 'pyramid(npyramid) force(dim) mu(dim-1)',
    'mju_decodePyramid': 'force(dim) pyramid(npyramid) mu(dim-1)',
    'mju_standardNormal': 'num2?(1)',
    'mju_f2n': 'res(n) vec(n)', 'mju_n2f': 'res(n) vec(n)', 'mju_d2n': 'res(n) vec(n)',
    'mju_n2d': 'res(n) vec(n)', 'mju_insertionSort': 'list(n)', 'mju_insertionSortInt': 'list(n)',
    'mju_raySkin': 'face(3*nface) vert(3*nvert) vertid?(1)',
    'sn_sincos': 'sine(1) cosine(1)',
}
# sizes that are not in the model or the arguments, as C; they are computed after all numbers are known
LOCALS = {
    'mj_getState': {'nstate': 'args_state(&given, m, sig)'},
    'mj_setState': {'nstate': 'args_state(&given, m, sig)'},
    'mj_extractState': {'nsrc': 'args_state(&given, m, srcsig)', 'ndst': 'args_state(&given, m, dstsig)'},
    'mj_initCtrlHistory': {'nsample': 'id >= 0 && id < m->nactuator ? m->actuator_history[2*id] : 0'},
    'mj_initSensorHistory': {
        'nsample': 'id >= 0 && id < m->nsensor ? m->sensor_history[2*id] : 0',
        'dim': 'id >= 0 && id < m->nsensor ? m->sensor_dim[id] : 0'},
}
for _name in ('mjd_transitionFD', 'sn_transition'):
  LOCALS[_name] = {'ndx': '2*m->nv + m->na'}
# sizes that follow from a length that arrays have given: bound when they are first needed
LATER = {'npyramid': 'dim == 1 ? 1 : 2*(dim - 1)'}
# what else must hold, before the arrays are read (numbers) and after
BAND_OK = '0 <= ndense && ndense <= ntotal && 1 <= nband && nband <= ntotal'
BEFORE = {name: (BAND_OK, 'sizes of the band do not fit') for name in (
    'mju_cholFactorBand', 'mju_cholSolveBand', 'mju_band2Dense', 'mju_dense2Band', 'mju_bandMulMatVec')}
BEFORE['mju_bandDiag'] = (f'{BAND_OK} && 0 <= i && i < ntotal', 'i or sizes of the band do not fit')
BEFORE['mju_threadpool'] = ('0 <= nthread && nthread <= 1024', 'nthread should be from 0 to 1024')
BEFORE['mj_warning'] = ('0 <= warning && warning < mjNWARNING', 'warning should be one of mjtWarning')
BEFORE['mj_multiRay'] = ('nray >= 0', 'nray should not be negative')
BEFORE['mju_raySkin'] = ('nface >= 0 && nvert >= 0', 'nface and nvert should not be negative')
AFTER = {
    'mju_sparse2dense': 'args_sparse(&given, nr, nc, nnz, rownnz, rowadr, colind);',
    'mju_sym2dense': 'args_sparse(&given, n, n, nnz, rownnz, rowadr, colind);',
    'mju_printMatSparse': 'args_sparse(&given, nr, INT_MAX, nnz, rownnz, rowadr, colind);',
    'mju_encodePyramid': 'if (dim < 1 || dim > 6) args_fail(&given, PyExc_ValueError, "dim should be from 1 to 6");',
    'mju_decodePyramid': 'if (dim < 1 || dim > 6) args_fail(&given, PyExc_ValueError, "dim should be from 1 to 6");',
    'mju_raySkin': 'for (int k = 0; !given.failed && k < 3*nface; k++) {\n'
                   '    if (face[k] < 0 || face[k] >= nvert) args_fail(&given, PyExc_ValueError, "face leads out of vert");\n'
                   '  }',
    'mju_bandMulMatVec': 'if (nvec < 0) args_fail(&given, PyExc_ValueError, "nvec should not be negative");',
}
# matrices that may be given as vectors too, row by row
FLAT = {('mj_initSensorHistory', 'values')}
# lengths that stay arguments, although shapes have them
KEPT = {'ntotal', 'nband', 'ndense', 'nvec', 'nray', 'nface', 'nvert'}
# arguments that may be left out at the end
DEFAULTS = {name: {'normal'} for name in ('mj_ray', 'mj_rayHfield', 'mj_rayMesh', 'mju_rayGeom')}
DEFAULTS['mju_standardNormal'] = {'num2'}
# written by hand in python/src/special.c, extras.c, findings.c, pictures.c, callbacks.c and log.c, with their types
SPECIAL = {
    'mj_step': 'm: MjModel, d: MjData, nstep: int = 1) -> None',
    'mj_saveModel': 'm: MjModel, filename: str | None = None, buffer: np.ndarray | None = None) -> None',
    'mj_saveLastXML': 'filename: str, m: MjModel) -> None',
    'mj_printSchema': 'flg_html: bool, flg_pad: bool) -> str',
    'mj_setLengthRange': 'm: MjModel, d: MjData, index: int, opt: MjLROpt) -> None',
    'mj_readSensor': 'm: MjModel, d: MjData, id: int, time: float, result: np.ndarray, interp: int) -> np.ndarray',
    'mju_getXMLDependencies': 'filename: str) -> list[str]',
    'mj_getCache': ') -> Any',
    'mj_getCacheSize': 'cache: Any) -> int',
    'mj_getCacheCapacity': 'cache: Any) -> int',
    'mj_setCacheCapacity': 'cache: Any, size: int) -> int',
    'mj_clearCache': 'cache: Any) -> None',
    'mj_loadAllPluginLibraries': 'directory: str, callback: Callable[[str, int, int], Any] | None = None) -> None',
    'mj_addM': 'm: MjModel, d: MjData, dst: np.ndarray, rownnz: np.ndarray | None, rowadr: np.ndarray | None, '
               'colind: np.ndarray | None) -> None',
    'sn_transitionCheck': 'm: MjModel, d: MjData, mode: int) -> dict[str, Any]',
    'sn_parameterDerivatives': 'm: MjModel, d: MjData, parameter: Sequence[tuple[str, int]], P: np.ndarray) -> int',
    'sn_checkModel': 'm: MjModel, nstep: int = 200, spec: MjSpec | None = None) -> list[tuple[Any, ...]]',
    'sn_checkFile': 'filename: str | os.PathLike[str], nstep: int = 200) -> list[tuple[Any, ...]]',
    'mj_resetCallbacks': ') -> None',
    'mju_getLogConfig': ') -> MjLogConfig',
    'mju_setLogConfig': 'config: MjLogConfig) -> None',
    'mju_setLogHandler': 'handler: Callable[[MjLogMessage], Any] | None) -> Callable[[MjLogMessage], Any] | None',
    'mj_copyData': 'dest: MjData, m: MjModel, src: MjData) -> None',
    'mjr_render': 'viewport: MjrRect, scn: MjvScene, con: MjrContext) -> None',
    'mjr_readPixels': 'rgb: np.ndarray | None, depth: np.ndarray | None, viewport: MjrRect, con: MjrContext) -> None',
    'mjr_drawPixels': 'rgb: np.ndarray | None, depth: np.ndarray | None, viewport: MjrRect, con: MjrContext) -> None',
    'mjr_findRect': 'x: int, y: int, nrect: int, rect: MjrRect) -> int',
}
METHOD = 'Python has it as a method or by the life of objects'
BATCH = 'sinew.Batch and sinew.rollout have it'
SPEC = 'MjSpec and its elements have it as a method or attribute'
MEMORY = 'addresses are of no use in Python'
NATIVE = 'for functions in C, which a plugin library has'
OTHER = 'part of another layer of the package'
VARIADIC = 'Python formats and raises itself'
# public functions without a Python name, and why; a name that ends in * stands for all that begin so
LEFT_OUT = {
    'mj_loadXML': METHOD, 'mj_loadModel': METHOD, 'mj_loadModelBuffer': METHOD, 'mj_copyModel': METHOD,
    'mj_deleteModel': METHOD, 'mj_makeData': METHOD, 'mj_deleteData': METHOD, 'sn_loadXMLString': METHOD,
    'sn_loadXML': METHOD, 'sn_parseXML': METHOD, 'sn_defaultLoadOptions': METHOD,
    'sn_defaultCheckOptions': METHOD,
    'mj_markStack': MEMORY, 'mj_freeStack': MEMORY, 'mj_stackAlloc*': MEMORY, 'mju_malloc': MEMORY,
    'mju_free': MEMORY, 'mju_boxQPmalloc': MEMORY, 'mju_strncpy': MEMORY, 'sn_vec*': MEMORY,
    'mju_error': VARIADIC, 'mju_warning': VARIADIC, 'mju_info': VARIADIC, 'mju_message': VARIADIC,
    'mjv_defaultScene': METHOD, 'mjv_makeScene': METHOD, 'mjv_freeScene': METHOD, 'mjv_copyModel': METHOD,
    'mjv_copyData': METHOD,
    'mjr_defaultContext': METHOD, 'mjr_makeContext': METHOD, 'mjr_freeContext': METHOD,
    'mjui_*': 'user interfaces are for programs in C', 'sn_draw': 'sinew.Renderer has it',
    'mjp_*': NATIVE, 'mjc_*': NATIVE, 'mj_mountVFS': NATIVE, 'mj_unmountVFS': NATIVE, 'mju_openResource': NATIVE,
    'mju_closeResource': NATIVE, 'mju_readResource': NATIVE, 'mju_writeResource': NATIVE, 'mju_getResourceDir': NATIVE,
    'mju_isModifiedResource': NATIVE, 'mju_decodeResource': NATIVE,
    'mju_clearHandlers': 'it would take those of the package away too',
    'mj_defaultVFS': METHOD, 'mj_addFileVFS': METHOD, 'mj_addBufferVFS': METHOD,
    'mj_deleteFileVFS': METHOD, 'mj_containsBufferVFS': METHOD, 'mj_containsFileVFS': METHOD,
    'mj_deleteVFS': METHOD,
    'mj_parse*': SPEC, 'mj_encode': SPEC, 'mj_compile': SPEC, 'mj_copyBack': OTHER,
    'mj_recompile': SPEC, 'mj_saveXML*': SPEC, 'mj_makeSpec': SPEC, 'mj_copySpec': SPEC,
    'mj_deleteSpec': SPEC, 'mjs_*': SPEC,
    'sn_makeBatch': BATCH, 'sn_deleteBatch': BATCH, 'sn_batch*': BATCH, 'sn_stepBatch': BATCH, 'sn_forwardBatch': BATCH,
    'sn_resetBatch': BATCH, 'sn_defaultBatch*': BATCH, 'sn_defaultRollout': BATCH, 'sn_makeGather': BATCH, 'sn_deleteGather': BATCH,
    'sn_gather*': BATCH, 'sn_rollout': BATCH,
    'sn_field*': 'attributes of the structs are made of it', 'sn_findField': 'see sn_field',
    'sn_typeName': 'see sn_field', 'sn_stageName': 'see sn_field',
    'sn_setErrorMode': 'errors are exceptions', 'sn_lastError': 'errors are exceptions',
    'sn_lastWarning': 'errors are exceptions', 'sn_clearErrors': 'errors are exceptions',
    'sn_findDependencies': 'mju_getXMLDependencies does it',
    'mju_user_*': 'Python has set_ and get_ of it', 'mjcb_*': 'Python has set_ and get_ of it', 'mjCOLLISIONFUNC': 'a table of C functions',
}

STRUCTS = {'mjModel': 'MODEL', 'mjData': 'DATA', 'mjOption': 'OPTION', 'mjVisual': 'VISUAL',
           'mjLROpt': 'LROPT', 'mjContact': 'CONTACT', 'mjvOption': 'VIEWOPTION', 'mjvCamera': 'CAMERA',
           'mjvPerturb': 'PERTURB', 'mjvGeom': 'VIEWGEOM', 'mjvGLCamera': 'GLCAMERA', 'mjvScene': 'SCENE',
           'mjvFigure': 'FIGURE', 'mjrRect': 'RECT', 'mjrRendererInfo': 'INFO', 'mjrContext': 'CONTEXT'}
# structs that may be None
OPTIONAL = {('mjv_updateScene', 'pert'), ('mjv_addGeoms', 'pert')}
ARRAYS = {'mjtNum': 'NPY_DOUBLE', 'double': 'NPY_DOUBLE', 'float': 'NPY_FLOAT', 'int': 'NPY_INT',
          'mjtByte': 'NPY_UINT8'}
NUMBERS = {'int': 'args_int', 'mjtNum': 'args_double', 'double': 'args_double', 'mjtBool': 'args_bool',
           'size_t': 'args_size', 'mjtSize': 'args_size', 'mjtByte': 'args_byte',
           'unsigned char': 'args_byte', 'float': 'args_double'}
RESULTS = {'int': 'PyLong_FromLong(result)', 'mjtNum': 'PyFloat_FromDouble(result)',
           'double': 'PyFloat_FromDouble(result)', 'mjtBool': 'PyBool_FromLong(result)',
           'size_t': 'PyLong_FromSize_t(result)', 'mjtSize': 'PyLong_FromLongLong(result)',
           'const char*': 'text_or_none(result)', 'mjvGLCamera': 'struct_of(KIND_GLCAMERA, &result)',
           'mjrRect': 'struct_of(KIND_RECT, &result)'}
STUB_RESULTS = {'void': 'None', 'int': 'int', 'mjtNum': 'float', 'double': 'float', 'mjtBool': 'bool',
                'size_t': 'int', 'mjtSize': 'int', 'const char*': 'str | None', 'mjvGLCamera': 'MjvGLCamera',
                'mjrRect': 'MjrRect'}


def table():
  """[(name, group, note, prototype)] of what the library has."""
  rows = []
  for line in TABLE.read_text().splitlines():
    cells = line.split('\t')
    if len(cells) == 4:
      rows.append(tuple(cells))
  return rows


def comments():
  """{function: the comment above it in the headers, or the note of the table, or the words over its section}"""
  notes = {name: note for name, _, note, _ in table()}
  found = {}
  for header in HEADERS:
    section, text, in_section = [], [], False
    for line in (ROOT / 'include/sinew' / header).read_text().splitlines():
      match = re.match(r'MJAPI [^(]*?(\w+)\(', line)
      if line.startswith('// ----'):
        section, text, in_section = [], [], True
      if line.startswith('//'):
        (section if in_section else text).append(line.strip('/- '))
      elif match:
        found[match[1]] = ' '.join(text) or notes.get(match[1]) or ' '.join(section)
      if not line.startswith('//'):
        text, in_section = [], False
  return found


def parameters(prototype):
  """(result, [(type, name, length or None, const)]) of a prototype."""
  head, inside = re.match(r'(.*?)\((.*)\)', prototype).groups()
  result = re.sub(r'\w+$', '', head).strip()
  out = []
  for text in inside.split(','):
    text = text.strip()
    if text in ('void', ''):
      continue
    match = re.match(r'(const )?([\w ]+?)\s*(\*?)\s*(\w+)(?:\[(\w+)\])?$', text)
    if not match:
      return result, None
    const, ctype, star, name, length = match.groups()
    out.append((ctype + ('*' if star else ''), name, length, bool(const)))
  return result, out


def shapes(name):
  """{argument: (optional, [sizes])}"""
  out = {}
  for match in re.finditer(r'(\w+)(\??)\(((?:[^()]|\([^()]*\))*)\)', SHAPES.get(name, '')):
    out[match[1]] = (bool(match[2]), match[3].split(','))
  return out


def left_out(name):
  """The reason, None if there is none."""
  for key, reason in LEFT_OUT.items():
    pattern = re.escape(key).replace(r'\*', '.*')
    if re.fullmatch(pattern, name):
      return reason
  return None


class Function:
  """One function: how its arguments are read and handed on."""

  def __init__(self, name, group, note, prototype):
    self.name, self.note = name, note
    self.result, self.params = parameters(prototype)
    self.shape = shapes(name)
    if self.params is None:
      raise ValueError(f'{name}: the prototype cannot be read')
    for ctype, param, length, const in self.params:
      if length and param not in self.shape:
        self.shape[param] = (False, [length])
    used = set(re.findall(r'[A-Za-z_]\w*', ' '.join(s for _, dims in self.shape.values() for s in dims)))
    ints = [p for t, p, length, _ in self.params if t == 'int' and not length]
    self.dropped = [p for p in ints if p in used and p not in KEPT]
    self.python = [p for p in self.params if p[1] not in self.dropped]
    kinds = {t.rstrip('*'): p for t, p, _, _ in self.params if t.endswith('*')}
    self.model, self.data = kinds.get('mjModel'), kinds.get('mjData')
    local = LOCALS.get(name, {})
    known = set(ints) | set(local) | {p[1] for p in self.params}
    self.free = [s for s in ('nnz',) if s in used and s not in known]
    self.later = [s for s in LATER if s in used]
    self.sizes = sorted(s for s in used - known - set(self.free) - set(self.later))

  def places(self):
    return {p[1]: i for i, p in enumerate(self.python)}

  def required(self):
    optional = DEFAULTS.get(self.name, set())
    return sum(p[1] not in optional for p in self.python)

  def read_plain(self):
    """Structs, numbers and texts."""
    lines = []
    for name, i in self.places().items():
      ctype, _, length, const = self.python[i]
      base = ctype.rstrip('*')
      if base in STRUCTS:
        none = '_or_none' if (self.name, name) in OPTIONAL else ''
        lines.append(f'{base}* {name} = args_struct{none}(&given, {i}, KIND_{STRUCTS[base]});')
      elif ctype == 'char*':
        lines.append(f'const char* {name} = args_text(&given, {i}, false);')
      elif ctype in NUMBERS and not length:
        lines.append(f'const {ctype} {name} = ({ctype}){NUMBERS[ctype]}(&given, {i});')
      elif name not in self.shape:
        raise ValueError(f'{self.name}: how long is {name}?')
    datas = [p[1] for p in self.python if p[0] == 'mjData*']
    if self.model:
      lines += [f'args_pair(&given, {self.places()[self.model]}, {self.places()[d]});' for d in datas]
    return lines

  def known_sizes(self):
    """Lengths that are known before the arrays are looked at, and free ones."""
    lines = []
    if self.sizes or self.name in LOCALS:
      lines.append('if (!args_done(&given)) return args_end(&given, NULL);')
    for size in self.sizes:
      owner = self.data if size == 'nefc' else self.model
      lines.append(f'npy_intp {size} = (npy_intp){owner}->{size};')
    for size, text in LOCALS.get(self.name, {}).items():
      lines.append(f'npy_intp {size} = {text};')
    return lines + [f'npy_intp {size} = -1;' for size in self.dropped + self.free]

  def dimension(self, text, lines, label):
    """Expression -> address of a variable with the number."""
    plain = re.fullmatch(r'[A-Za-z_]\w*', text)
    if plain and text not in KEPT and text not in LATER:
      return f'&{text}'
    wide = re.sub(r'\b([A-Za-z_]\w*)\b', r'(npy_intp)\1', LATER.get(text, text))
    lines.append(f'npy_intp {label} = {wide};')
    return f'&{label}'

  def read_arrays(self):
    lines = []
    # matrices first, which tell all lengths; what follows from lengths last
    def rank(name):
      dims = self.shape[name][1]
      return any(not re.fullmatch(r'\w+', s) or s in LATER for s in dims), len(dims) != 2

    order = sorted(self.shape, key=rank)
    for name in order:
      optional, dims = self.shape[name]
      i = self.places()[name]
      ctype, _, length, const = self.python[i]
      base = ctype.rstrip('*')
      flags = (['ARG_OUT'] if not const else []) + (['ARG_OPTIONAL'] if optional else [])
      if len(dims) == 1 and not re.fullmatch(r'[A-Za-z_]\w*', dims[0]):
        flags.append('ARG_LOOSE')
      if (self.name, name) in FLAT:
        flags.append('ARG_FLAT')
      rows = self.dimension(dims[0], lines, f'{name}_rows')
      cols = self.dimension(dims[1], lines, f'{name}_cols') if len(dims) == 2 else 'NULL'
      lines.append(f'{base}* {name} = args_array(&given, {i}, {ARRAYS[base]}, {" | ".join(flags) or "0"}, '
                   f'{rows}, {cols}, "{", ".join(dims)}");')
    return lines

  def call(self):
    def hand_on(ctype, name):
      return f'(int){name}' if name in self.dropped else f'*{name}' if ctype in STRUCTS else name

    args = ', '.join(hand_on(p[0], p[1]) for p in self.params)
    call = f'{self.name}({args});'
    if self.result != 'void':
      call = f'result = {call}'
    lines = [f'{self.result} result;'] if self.result != 'void' else []
    # what works on a data or on matrices may take long
    if self.data or any(len(dims) == 2 for _, dims in self.shape.values()):
      return lines + ['Py_BEGIN_ALLOW_THREADS', 'call_begin();', call, 'Py_END_ALLOW_THREADS']
    return lines + ['call_begin();', call]

  def check(self):
    out = []
    if self.name in BEFORE:
      test, text = BEFORE[self.name]
      out.append(f'if (!({test})) args_fail(&given, PyExc_ValueError, "{text}");')
    return out

  def code(self):
    names = ', '.join(f'"{python_name(p[1])}"' for p in self.python) or 'NULL'
    body = [f'static const char* const names[] = {{{names}}};', 'Args given;',
            f'if (!args_parse(&given, "{self.name}", names, {len(self.python)}, {self.required()}, args, n_, kw)) '
            'return NULL;']
    body += self.read_plain() + self.check() + self.known_sizes() + self.read_arrays()
    if self.name in AFTER:
      body.append('if (!args_done(&given)) return args_end(&given, NULL);')
      body.append(AFTER[self.name])
    body.append('if (!args_done(&given)) return args_end(&given, NULL);')
    body += self.call()
    value = RESULTS[self.result] if self.result != 'void' else 'Py_NewRef(Py_None)'
    body.append(f'return args_end(&given, call_end() ? {value} : NULL);')
    text = '\n'.join('  ' + line for line in body)
    return (f'static PyObject* py_{self.name}(PyObject* self, PyObject* const* args, Py_ssize_t n_,\n'
            f'    PyObject* kw) {{\n  (void)self;\n{text}\n}}\n')

  def signature(self):
    optional = DEFAULTS.get(self.name, set())
    return ', '.join(python_name(p[1]) + ('=None' if p[1] in optional else '') for p in self.python)

  def stub(self):
    out = []
    for ctype, name, length, const in self.python:
      base = ctype.rstrip('*')
      if base in STRUCTS:
        kind = 'Mj' + base[2:] + (' | None' if (self.name, name) in OPTIONAL else '')
      elif name in self.shape:
        kind = 'ArrayLike' if const else 'np.ndarray'
        kind += ' | None' if self.shape[name][0] else ''
      else:
        kind = {'char*': 'str', 'mjtNum': 'float', 'double': 'float', 'mjtBool': 'bool'}.get(ctype, 'SupportsIndex')
      out.append(f'{python_name(name)}: {kind}' + (' = None' if name in DEFAULTS.get(self.name, set()) else ''))
    return f'def {self.name}({", ".join(out)}) -> {STUB_RESULTS[self.result]}: ...'


def python_name(name):
  """Of a parameter: words of Python itself get a line behind them."""
  return name + '_' if keyword.iskeyword(name) else name


def quoted(text):
  return '"' + text.replace('\\', '\\\\').replace('"', '\\"').replace('\n', '\\n') + '"'


def functions():
  """(functions to be generated, names left out with reasons)"""
  made, missing = [], {}
  for name, group, note, prototype in table():
    reason = left_out(name)
    if reason:
      missing[name] = reason
    elif name not in SPECIAL and not prototype.startswith('extern'):
      made.append(Function(name, group, note, prototype))
  return made, missing


def write(folder):
  made, _ = functions()
  about = comments()
  lines = ['// Made by python/tools/gen_functions.py from tools/api/functions.tsv.', '#include <limits.h>',
           '#include "core.h"', '',
           '#define AS_METHOD(f) ((PyCFunction)(void (*)(void))(f))',
           '#define args_byte(given, i) ((unsigned char)args_bounded(given, i, 255))', '',
           'static inline int args_bounded(Args* a, int i, int high) {',
           '  const int value = args_int(a, i);',
           '  if (!a->failed) args_range(a, i, value, 0, high + 1, "values");',
           '  return value;', '}', '',
           'static inline PyObject* text_or_none(const char* text) {',
           '  return text ? PyUnicode_DecodeUTF8(text, (Py_ssize_t)strlen(text), "replace") : Py_NewRef(Py_None);',
           '}', '']
  lines += [f.code() for f in made]
  lines.append('PyMethodDef generated_methods[] = {')
  for f in made:
    doc = f'{f.name}({f.signature()})\n--\n\n{about.get(f.name, f.note)}'
    lines.append(f'    {{"{f.name}", AS_METHOD(py_{f.name}), METH_FASTCALL | METH_KEYWORDS, {quoted(doc)}}},')
  lines += ['    {NULL, NULL, 0, NULL}};', '']
  folder.mkdir(parents=True, exist_ok=True)
  (folder / 'functions.c').write_text('\n'.join(lines))
  stubs = [f.stub() for f in made] + [f'def {name}({text}: ...' for name, text in SPECIAL.items()]
  (folder / 'functions.pyi').write_text('\n'.join(stubs) + '\n')


def main():
  if sys.argv[1:] == ['--missing']:
    for name, reason in functions()[1].items():
      print(f'{name}\t{reason}')
  elif len(sys.argv) == 2:
    write(pathlib.Path(sys.argv[1]))
  else:
    sys.exit(__doc__)


if __name__ == '__main__':
  main()
