// What the scripts that write whole models share: the members of the structs, as
// tests/golden/layout.tsv lists them, and the arrays of a loaded mjModel as bytes.
// Arrays of booleans cannot be read through the binding, so they are taken from the file that
// mj_saveModel writes: all arrays, in their order, unpadded, at its end.
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const BYTES = { mjtNum: 8, float: 4, int: 4, mjtSize: 8, mjtByte: 1, mjtBool: 1, char: 1 };

function members() {
  const here = path.dirname(fileURLToPath(import.meta.url));
  const text = fs.readFileSync(path.join(here, '../../tests/golden/layout.tsv'), 'utf8');
  const byStruct = {};
  for (const line of text.split('\n')) {
    const [kind, struct, member, , , type, shape] = line.split('\t');
    const name = member?.replace(/\[.*/, '');
    if (kind === 'member') (byStruct[struct] ??= []).push({ name, type, shape });
  }
  return byStruct;
}
export const MEMBERS = members();

const isArray = ({ type, shape }) => type.endsWith('*') && shape;
export const ARRAYS = MEMBERS.mjModel.filter(isArray)
  .map((f) => ({ ...f, type: f.type.slice(0, -1) }));

const bytesOf = (view) => new Uint8Array(view.buffer, view.byteOffset, view.byteLength);

// the saved bytes of an array are those of the binding: proves that the addresses are right
function checkSame(name, saved, view) {
  const same = Buffer.compare(Buffer.from(saved), Buffer.from(bytesOf(view))) === 0;
  if (!same) throw new Error('saved ' + name + ' differs');
}

// name -> Uint8Array
export function booleans(mj, m) {
  mj.mj_saveModel(m, '/saved.mjb', null);
  const saved = mj.FS.readFile('/saved.mjb');
  mj.FS.unlink('/saved.mjb');
  const sizeOf = (shape) => shape.split(' x ').reduce((product, part) => {
    const [base, factor] = part.split('*');
    const size = /^\d+$/.test(base) ? Number(base) : base in m ? Number(m[base]) : Number(mj[base]);
    return product * size * (factor ? Number(factor) : 1);
  }, 1);
  const bytes = ARRAYS.map(({ name, type, shape }) => BYTES[type]
    * (type === 'mjtBool' ? sizeOf(shape) : m[name].length));
  let at = saved.length - bytes.reduce((sum, b) => sum + b, 0);
  const found = {};
  ARRAYS.forEach(({ name, type }, i) => {
    const part = saved.slice(at, at + bytes[i]);
    if (type === 'mjtBool') found[name] = part;
    else checkSame(name, part, m[name]);
    at += bytes[i];
  });
  return found;
}

// every array: { name, type, view }
export function arrays(mj, m) {
  const bool = booleans(mj, m);
  return ARRAYS.map(({ name, type }) => (
    { name, type, view: type === 'mjtBool' ? bool[name] : m[name] }));
}
