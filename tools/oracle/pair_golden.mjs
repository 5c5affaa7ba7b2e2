// Contacts of the reference for two geoms in many poses, condensed for tests/support/pair_golden.h, which
// makes the same poses from the same seeds. Used as:
//   import { writeGolden } from './pair_golden.mjs';  await writeGolden('pairs');
// It reads tests/golden/<stem>.txt and writes tests/golden/<stem>.bin.
// A line of the text (# starts a comment) is one case:
//   name seed poses ex ey ez fx fy fz | attributes of geom 1 | attributes of geom 2 | assets
// e and f are half sizes of boxes around the geoms (all 0: geom 1 is a plane), only used to place
// them; assets (XML inside <asset>) may be missing. Types must be in the order of geom types. Geom 1
// is in the world and geom 2 on a free body, so that no broad phase intervenes; their geom_xpos and
// geom_xmat are written directly, so every bit of a pose is the same in both programs: a pose is
// made of + - * / and sqrt only. Pose i depends on (seed, i) alone, its kind on i mod 10 (`place`).
// A record of the binary file: number of contacts (1 byte); if not 0, four doubles, little-endian:
// sums over contacts i, weighted by 1 + i/2, of dist, of v(pos), v(normal), v(first tangent of the
// frame), where v(x) = x0 + 1.25 x1 + 1.5625 x2.
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import load from '@mujoco/mujoco';

const GOLDEN = path.join(path.dirname(fileURLToPath(import.meta.url)), '../../tests/golden');

// ---- random numbers

let state = 1;
function next() {
  state ^= state << 13;
  state ^= state >>> 17;
  state ^= state << 5;
  state >>>= 0;
  return state;
}
function seed(number, pose) {
  state = (number ^ Math.imul(pose + 1, 0x9e3779b1)) >>> 0 || 1;
  for (let i = 0; i < 8; i++) next();
}
const uniform = () => next() / 2147483648 - 1; // in [-1, 1)
const pick = (n) => (next() >>> 8) % n;

// ---- rotations

function mul(a, b) {
  const c = [];
  for (let i = 0; i < 3; i++) {
    for (let j = 0; j < 3; j++) {
      c.push(a[3 * i] * b[j] + a[3 * i + 1] * b[3 + j] + a[3 * i + 2] * b[6 + j]);
    }
  }
  return c;
}

function randomRotation() {
  let w = uniform(), x = uniform(), y = uniform(), z = uniform();
  const n = Math.sqrt(w * w + x * x + y * y + z * z);
  w /= n, x /= n, y /= n, z /= n;
  return [w * w + x * x - y * y - z * z, 2 * (x * y - w * z), 2 * (x * z + w * y),
    2 * (x * y + w * z), w * w - x * x + y * y - z * z, 2 * (y * z - w * x),
    2 * (x * z - w * y), 2 * (y * z + w * x), w * w - x * x - y * y + z * z];
}

// one of the 24 of the cube: exact
function cubeRotation() {
  const turn = pick(3), swap = pick(2), s0 = pick(2) ? -1 : 1, s1 = pick(2) ? -1 : 1;
  const to = [turn, (turn + 1) % 3, (turn + 2) % 3];
  if (swap) [to[1], to[2]] = [to[2], to[1]];
  const m = [0, 0, 0, 0, 0, 0, 0, 0, 0];
  m[to[0]] = s0;
  m[3 + to[1]] = s1;
  m[6 + to[2]] = s0 * s1 * (swap ? -1 : 1);
  return m;
}

// about axis k by the angle of cosine c and sine s
function axisRotation(k, c, s) {
  const m = [0, 0, 0, 0, 0, 0, 0, 0, 0], i = (k + 1) % 3, j = (k + 2) % 3;
  m[4 * k] = 1;
  m[4 * i] = m[4 * j] = c;
  m[3 * i + j] = -s;
  m[3 * j + i] = s;
  return m;
}
function tangentRotation(k, t) { // t: tangent of half the angle
  const n = 1 + t * t;
  return axisRotation(k, (1 - t * t) / n, 2 * t / n);
}

// ---- poses

// half width of a box (half sizes e, rotation m) in direction v
function width(e, m, v) {
  let sum = 0;
  for (let k = 0; k < 3; k++) {
    sum += e[k] * Math.abs(m[k] * v[0] + m[3 + k] * v[1] + m[6 + k] * v[2]);
  }
  return sum;
}
const column = (m, k) => [m[k], m[3 + k], m[6 + k]];
const norm = (v) => Math.sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);

const GAPS = [1e-10, -1e-10, -1e-4, -0.01, 0.004, -0.05, -0.3, 0.1];
const EXACT_GAPS = [0, 0.03125, -0.0078125, -0.125, 0, 0.0078125, -0.25, -0.0009765625];
const SIDES = [0, 0, 0.5, -0.5, 1, -1, 0.25];
const TINY = [0.1, 1e-2, 1e-3, 1e-4, 1e-6, 1e-8, 1e-9, 1e-10, 1e-12, 1e-15];

const KINDS = { far: 0, near: 2, cube: 3, aligned: 4, parallel: 5, tilted: 6, edges: 7,
  centred: 8, corner: 9 };

function rotations(kind) {
  const exact = kind === KINDS.cube || (kind === KINDS.edges && pick(2));
  const m1 = exact ? cubeRotation() : randomRotation();
  if (kind === KINDS.cube) return [m1, cubeRotation()];
  if (kind === KINDS.aligned) return [m1, mul(m1, cubeRotation())];
  if (kind === KINDS.parallel) {
    const k = pick(3), t = uniform();
    return [m1, mul(mul(m1, tangentRotation(k, t)), cubeRotation())];
  }
  if (kind === KINDS.tilted) {
    const k = pick(3), size = TINY[pick(10)], t = uniform();
    return [m1, mul(mul(m1, tangentRotation(k, size * t)), cubeRotation())];
  }
  const s = Math.sqrt(0.5);
  if (kind === KINDS.edges) {
    const k = pick(3), twice = pick(2), m2 = mul(m1, axisRotation(k, s, s));
    return [m1, twice ? mul(m2, axisRotation((k + 1 + pick(2)) % 3, s, s)) : m2];
  }
  if (kind === KINDS.centred && pick(2)) return [m1, mul(m1, cubeRotation())];
  return [m1, randomRotation()];
}

// centre of geom 2 from that of geom 1, in the frame of geom 1: on one axis out to a gap, on the
// others at fractions of the sum of half widths
function onFace(e, f, m1, m2, kind) {
  const plane = e[0] === 0 && e[1] === 0 && e[2] === 0;
  const k = pick(3), side = pick(2) ? -1 : 1, v = [0, 0, 0];
  const axis = plane ? 2 : k, sign = plane ? 1 : side;
  const gap = kind === KINDS.cube ? EXACT_GAPS[pick(8)] : GAPS[pick(8)];
  for (let i = 0; i < 3; i++) {
    const reach = e[i] + width(f, m2, column(m1, i));
    const part = SIDES[pick(7)], free = uniform(), loose = pick(2);
    v[i] = i === axis ? sign * (reach + gap) : reach * (loose ? 0.9 * free : part);
  }
  return v;
}

function place(e, f, pose) {
  const kind = pose % 10 === 1 ? KINDS.far : pose % 10;
  const plane = e[0] === 0 && e[1] === 0 && e[2] === 0;
  const [m1, m2] = rotations(kind);
  const p1 = [0, 0, 0];
  for (let i = 0; i < 3; i++) {
    const free = uniform();
    p1[i] = kind === KINDS.cube ? 0.125 * pick(17) - 1 : free;
  }
  let v;
  if (kind === KINDS.far || kind === KINDS.near) {
    v = [uniform(), uniform(), uniform()];
    const x = uniform(), n = norm(v);
    for (let i = 0; i < 3; i++) v[i] /= n;
    let reach = norm(e) + norm(f);
    if (kind === KINDS.near || plane) {
      const w = [0, 0, 0]; // the direction in the world
      for (let i = 0; i < 3; i++) {
        w[i] = plane ? m1[3 * i + 2] : m1[3 * i] * v[0] + m1[3 * i + 1] * v[1] + m1[3 * i + 2] * v[2];
      }
      reach = width(e, m1, w) + width(f, m2, w);
    }
    const scale = reach * (kind === KINDS.near ? 0.8 + 0.25 * x : 0.55 + 0.55 * x);
    for (let i = 0; i < 3; i++) v[i] *= scale;
    if (plane) v[2] = scale;
  } else if (kind === KINDS.centred) {
    const size = pick(2) ? TINY[pick(10)] : 0;
    v = [size * uniform(), size * uniform(), size * uniform()];
    if (pick(2)) v[pick(3)] += 0.5 * f[pick(3)];
  } else if (kind === KINDS.corner && !plane) {
    v = [0, 0, 0];
    for (let i = 0; i < 3; i++) {
      const part = pick(3) - 1, free = uniform();
      v[i] = part * e[i] + 0.7 * free * f[i];
    }
  } else {
    v = onFace(e, f, m1, m2, kind);
  }
  const p2 = [0, 0, 0];
  for (let i = 0; i < 3; i++) {
    p2[i] = p1[i] + (m1[3 * i] * v[0] + m1[3 * i + 1] * v[1] + m1[3 * i + 2] * v[2]);
  }
  return { pos: [...p1, ...p2], mat: [...m1, ...m2] };
}

// ---- cases and records

function readCases(stem) {
  const lines = fs.readFileSync(path.join(GOLDEN, stem + '.txt'), 'utf8').split('\n');
  return lines.filter((line) => line.trim() && line[0] !== '#').map((line) => {
    const [head, geom1, geom2, assets = ''] = line.split('|');
    const words = head.trim().split(/\s+/), numbers = words.slice(1).map(Number);
    return { name: words[0], seed: numbers[0], poses: numbers[1], e: numbers.slice(2, 5),
      f: numbers.slice(5, 8), geom1, geom2, assets };
  });
}

// the same text as in tests/support/pair_golden.h
const modelText = (c) => `<mujoco><asset>${c.assets}</asset><worldbody><geom ${c.geom1}/>` +
  `<body><freejoint/><geom ${c.geom2}/></body></worldbody></mujoco>`;

const weigh = (x, at) => x[at] + 1.25 * x[at + 1] + 1.5625 * x[at + 2];

function digest(d) {
  const sums = [0, 0, 0, 0];
  for (let i = 0; i < d.ncon; i++) {
    const contact = d.contact.get(i), weight = 1 + 0.5 * i;
    sums[0] += weight * contact.dist;
    sums[1] += weight * weigh(contact.pos, 0);
    sums[2] += weight * weigh(contact.frame, 0);
    sums[3] += weight * weigh(contact.frame, 3);
    contact.delete();
  }
  return sums;
}

// `show`: called with (case, pose, m, d) after each collision, for looking at single poses
export async function writeGolden(stem, show) {
  const mj = await load({ print: () => {}, printErr: () => {} });
  const parts = [];
  for (const c of readCases(stem)) {
    mj.FS.writeFile('/pair.xml', modelText(c));
    const m = mj.MjModel.mj_loadXML('/pair.xml'), d = new mj.MjData(m);
    mj.mj_forward(m, d);
    let contacts = 0;
    for (let pose = 0; pose < c.poses; pose++) {
      seed(c.seed, pose);
      const { pos, mat } = place(c.e, c.f, pose);
      d.geom_xpos.set(pos);
      d.geom_xmat.set(mat);
      mj.mj_collision(m, d);
      if (show) show(c, pose, m, d);
      const record = Buffer.alloc(d.ncon ? 33 : 1);
      record.writeUInt8(d.ncon, 0);
      if (d.ncon) digest(d).forEach((x, k) => record.writeDoubleLE(x, 1 + 8 * k));
      parts.push(record);
      contacts += d.ncon;
    }
    console.log(c.name, c.poses, 'poses', contacts, 'contacts');
    d.delete();
    m.delete();
  }
  if (!show) fs.writeFileSync(path.join(GOLDEN, stem + '.bin'), Buffer.concat(parts));
}
