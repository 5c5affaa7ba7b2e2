// Writes structs.d.ts: the types of models, datas and their parts, from the table of fields that the module tells.
// usage: node gen_types.mjs PACKAGE     the folder of index.js and sinew.wasm
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const folder = resolve(process.argv[2] ?? '.');
const { load } = await import(pathToFileURL(join(folder, 'index.js')));
const sn = await load();

const ARRAYS = {NUM: 'Float64Array', FLOAT: 'Float32Array', INT: 'Int32Array', SIZE: 'BigInt64Array', BYTE: 'Uint8Array',
  BOOL: 'Uint8Array', CHAR: 'Uint8Array', ADDRESS: 'Uint32Array', UINT64: 'BigUint64Array'};
const INTERFACES = {OPTION: 'MjOption', VISUAL: 'MjVisual', STATISTIC: 'MjStatistic', CONTACT: 'MjContact',
  WARNINGSTAT: 'MjWarningStat', TIMERSTAT: 'MjTimerStat', SOLVERSTAT: 'MjSolverStat', LROPT: 'MjLROpt',
  VIEWOPTION: 'MjvOption', CAMERA: 'MjvCamera', PERTURB: 'MjvPerturb', MODEL: 'ModelFields', DATA: 'DataFields'};
const ARRAY = 1, EXPORT = 16;

function typeOf(field) {
  const single = field.rows === '1' && field.cols === '1' && !(field.flags & ARRAY);
  const struct = INTERFACES[field.type];
  if (struct) return single ? struct : `StructList<${struct}>`;
  if (field.type === 'POINTER') return null;
  if (single) return field.type === 'BOOL' ? 'boolean' : 'number';
  return ARRAYS[field.type];
}

function line(field, name) {
  const type = typeOf(field);
  if (!type) return '';
  const shape = [field.rows, field.cols].filter((n) => n !== '1').join(' x ');
  const about = [field.meaning, shape && `(${shape})`, field.unit && `[${field.unit}]`].filter(Boolean).join(' ');
  const fixed = type.startsWith('StructList') || INTERFACES_OF.has(type) ? 'readonly ' : '';
  return `  /** ${about} */\n  ${fixed}${name}: ${type};\n`;
}

const INTERFACES_OF = new Set(Object.values(INTERFACES));
let out = `// Made by web/tools/gen_types.mjs from the table of fields.

/** structs in a row; it does not change */
export interface StructList<T> extends Iterable<T> {
  readonly length: number;
  /** number i, undefined if there is none */
  get(i: number): T | undefined;
  at(i: number): T | undefined;
}

/** memory in the module */
export interface Owned {
  /** gives the memory back */
  free(): void;
  delete(): void;
}
`;
for (const [type, name] of Object.entries(INTERFACES)) {
  const groups = new Map();
  let body = '';
  for (const field of sn.fields(type)) {
    if ((type === 'MODEL' || type === 'DATA') && !(field.flags & EXPORT)) continue;
    const [first, second] = field.name.split('.');
    if (!second) body += line(field, first);
    else groups.set(first, (groups.get(first) ?? '') + line(field, second).replace(/^/gm, '  ').trimEnd() + '\n');
  }
  for (const [group, inside] of groups) body += `  readonly ${group}: {\n${inside}  };\n`;
  const owned = /^(LROPT|VIEWOPTION|CAMERA|PERTURB|OPTION|VISUAL)$/.test(type) ? ' extends Owned' : '';
  out += `\nexport interface ${name}${owned} {\n${body}}\n`;
}
out += `
export interface MjModel extends ModelFields, Owned {
  /** the bytes of a binary model (.snb), which loads fast */
  toBinary(): Uint8Array;
  copy(): MjModel;
  /** has a model the same sizes, so that a data of one can be used with the other */
  fits(other: MjModel): boolean;
}

export interface MjData extends DataFields, Owned {
  readonly model: MjModel;
  copy(): MjData;
}
`;
const SCENE = {MjvGeom: 'a thing to draw', MjvLight: 'a light', MjvGLCamera: 'a camera as drawing needs it'};
for (const [name, about] of Object.entries(SCENE)) {
  const members = Object.entries(sn[name].members).map(([member, kind]) => `  ${member}: ${kind};\n`).join('');
  out += `\n/** ${about} */\nexport interface ${name} {\n${members}}\n`;
}
out += `
/** what mjv_updateScene lists for drawing */
export interface MjvScene extends Owned {
  readonly ngeom: number;
  readonly nlight: number;
  readonly nskin: number;
  readonly maxgeom: number;
  /** 0: good, 1: there was no room for all geoms */
  readonly status: number;
  readonly geoms: StructList<MjvGeom>;
  readonly lights: StructList<MjvLight>;
  /** of the left and the right eye */
  readonly camera: StructList<MjvGLCamera>;
  /** which of mjtRndFlag are on */
  readonly flags: Uint8Array;
  /** adds geoms that are given as their bytes; those for which there is room */
  addGeoms(bytes: Uint8Array): void;
  /** positions and normals of the vertices of a skin, undefined if there is no such skin */
  skin(i: number): { vertices: Float32Array; normals: Float32Array } | undefined;
  readonly nflex: number;
  /** whether vertices, edges and skins of flexes are shown */
  readonly flexvertopt: boolean;
  readonly flexedgeopt: boolean;
  readonly flexskinopt: boolean;
  /** positions of the vertices of a flex, ends of its edges, corners of the faces that are shown; undefined if there is no such flex */
  flex(i: number): {
    vertices: Float32Array; edges: Int32Array; faces: Float32Array; normals: Float32Array; texcoords: Float32Array
  } | undefined;
}
`;
writeFileSync(join(folder, 'structs.d.ts'), out);
