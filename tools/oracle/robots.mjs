// Whole models of the reference against ours, array by array, bit by bit:
//   cd tools/oracle && npm ci
//   node robots.mjs compare ../../build/release/tests/model_arrays FOLDER [PATTERN]
//     loads every .xml and .urdf below a folder (whose path matches a regular expression) in both and
//     prints the first difference of each array that differs
//   node robots.mjs golden ../../../shared/models > ../../tests/golden/robots.txt
//     writes hashes of the reference's arrays, for tests/checks/check_robots.py
// Files that the reference does not load by itself are left out, as are models with flexes and
// plugins, and arrays of bounding volumes (docs/conformance.md says why). Polygons are sorted as tests/checks/model_arrays.c sorts them; the hash is the one it computes.
import fs from 'node:fs';
import path from 'node:path';
import { spawnSync } from 'node:child_process';
import load from '@mujoco/mujoco';
import { ARRAYS, arrays } from './arrays.mjs';

const VIEW = { mjtNum: Float64Array, float: Float32Array, int: Int32Array, mjtSize: BigInt64Array,
  mjtByte: Uint8Array, mjtBool: Uint8Array, char: Int8Array };

const SKIPPED = /^bvh_/;

// ---- files of a folder, read when the reference opens them

function mountFolder(mj, from, to) {
  for (const entry of fs.readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [path.join(from, entry.name), to + '/' + entry.name];
    const stat = fs.statSync(source, { throwIfNoEntry: false });
    if (stat?.isDirectory()) {
      mj.FS.mkdir(target);
      mountFolder(mj, source, target);
    } else if (stat?.isFile()) {
      mj.FS.writeFile(target, new Uint8Array(0));
      const { node } = mj.FS.lookupPath(target);
      let contents;
      Object.defineProperty(node, 'contents', { get: () => (contents ??= fs.readFileSync(source)) });
      node.usedBytes = stat.size;
    }
  }
}

const listModels = (folder) => fs.readdirSync(folder, { recursive: true })
  .filter((name) => /\.(xml|urdf)$/i.test(name)).sort();

// ---- polygons of hulls in the order of their loops

function compareLoops(a, b) {
  for (let i = 0; i < a.loop.length && i < b.loop.length; i++) {
    if (a.loop[i] !== b.loop[i]) return a.loop[i] - b.loop[i];
  }
  return a.loop.length - b.loop.length || a.id - b.id;
}

function sortPolygons(m, by) {
  const { mesh_polyvertadr: adr, mesh_polyvertnum: num, mesh_polyvert: vert,
    mesh_polynormal: normal, mesh_polymap: map } = by;
  for (let mesh = 0; mesh < m.nmesh; mesh++) {
    const [first, n] = [m.mesh_polyadr[mesh], m.mesh_polynum[mesh]];
    const list = Array.from({ length: n }, (_, id) => ({ id,
      loop: vert.slice(adr[first + id], adr[first + id] + num[first + id]),
      normal: normal.slice(3 * (first + id), 3 * (first + id) + 3) })).sort(compareLoops);
    const place = [];
    let at = n ? adr[first] : 0;
    list.forEach(({ id, loop, normal: x }, i) => {
      place[id] = i;
      vert.set(loop, at);
      normal.set(x, 3 * (first + i));
      adr[first + i] = at;
      num[first + i] = loop.length;
      at += loop.length;
    });
    for (let v = m.mesh_vertadr[mesh]; v < m.mesh_vertadr[mesh] + m.mesh_vertnum[mesh]; v++) {
      const part = map.subarray(m.mesh_polymapadr[v], m.mesh_polymapadr[v] + m.mesh_polymapnum[v]);
      part.set(part.map((p) => place[p]).sort((a, b) => a - b));
    }
  }
}

// ---- a model of the reference: arrays as bytes by name, or null

async function loadReference(folder, name) {
  // a new instance per model: the reference keeps a cache of assets
  const mj = await load({ print: () => {}, printErr: () => {} });
  mj.FS.mkdir('/data');
  mountFolder(mj, folder, '/data');
  let m;
  try {
    m = mj.MjModel.mj_loadXML('/data/' + name);
  } catch (error) {
    return { error: String(error.message ?? error).split('\n')[0] };
  }
  if (m.nflex || m.nplugin) return { error: 'has flexes or plugins' };
  const by = {}, list = [];
  for (const { name: array, type, view } of arrays(mj, m)) {
    by[array] = new VIEW[type](view.slice().buffer);
    list.push({ name: array, type, values: by[array] });
  }
  sortPolygons(m, by);
  m.delete();
  return { list };
}

const bytesOf = (view) => new Uint8Array(view.buffer, view.byteOffset, view.byteLength);

// ---- golden

function hash(bytes) {
  let h = 0x811c9dc5;
  for (const byte of bytes) h = Math.imul(h ^ byte, 0x01000193);
  return (h >>> 0).toString(16).padStart(8, '0');
}

async function golden([folder]) {
  const lines = ['# cd tools/oracle && npm ci && node robots.mjs golden ../../../shared/models',
    ['arrays', ...ARRAYS.map(({ name }) => name)].join(' ')];
  for (const name of listModels(folder)) {
    const { list } = await loadReference(folder, name);
    if (!list) continue;
    const words = list.map(({ values }) => (values.length ? hash(bytesOf(values)) : '-'));
    lines.push([name, ...words].join(' '));
  }
  process.stdout.write(lines.join('\n') + '\n');
  return 0;
}

// ---- comparison

function loadOurs(program, file) {
  const run = spawnSync(program, ['--bytes', file], { maxBuffer: 2 ** 31 - 1 });
  if (run.status !== 0) return { error: String(run.stderr).split('\n')[0] };
  const by = {};
  for (let at = 0; at < run.stdout.length;) {
    const end = run.stdout.indexOf(10, at);
    const [name, type, count] = run.stdout.toString('latin1', at, end).split(' ');
    const size = count * VIEW[type].BYTES_PER_ELEMENT;
    by[name] = new VIEW[type](run.stdout.buffer.slice(run.stdout.byteOffset + end + 1,
      run.stdout.byteOffset + end + 1 + size));
    at = end + 1 + size;
  }
  return { by };
}

// null, or where they differ first, how often and by how much
function difference(ours, theirs) {
  if (ours.length !== theirs.length) return `${ours.length} elements, reference ${theirs.length}`;
  if (Buffer.compare(bytesOf(ours), bytesOf(theirs)) === 0) return null;
  let first = -1, n = 0, most = 0;
  for (let i = 0; i < ours.length; i++) {
    if (Object.is(ours[i], theirs[i])) continue;
    if (first < 0) first = i;
    n++;
    most = Math.max(most, Math.abs(Number(ours[i]) - Number(theirs[i])));
  }
  if (first < 0) return null;
  const text = (x) => (Object.is(x, -0) ? '-0' : String(x));
  return `[${first}] ${text(ours[first])}, reference ${text(theirs[first])}; ${n} of ${ours.length}, `
    + `at most ${most}`;
}

function differences(by, list) {
  return list.filter(({ name }) => !SKIPPED.test(name))
    .map(({ name, values }) => [name, difference(by[name], values)])
    .filter(([, text]) => text).map(([name, text]) => `${name} ${text}`);
}

async function compare([program, folder, pattern = '']) {
  let same = 0, differ = 0, out = 0;
  for (const name of listModels(folder).filter((x) => new RegExp(pattern).test(x))) {
    const theirs = await loadReference(folder, name);
    if (!theirs.list) {
      out++;
      if (process.env.VERBOSE) console.log(`${name}: left out: ${theirs.error}`);
      continue;
    }
    const ours = loadOurs(program, path.join(folder, name));
    const found = ours.by ? differences(ours.by, theirs.list) : [`does not load: ${ours.error}`];
    if (found.length) differ++;
    else same++;
    for (const text of found) console.log(`${name}: ${text}`);
  }
  console.log(`${same} models equal, ${differ} not, ${out} left out`);
  return differ;
}

const [mode, ...rest] = process.argv.slice(2);
process.exitCode = await { golden, compare }[mode](rest) ? 1 : 0;
