// Ray figures of the reference, for tests/collide/test_ray.c:
//   cd tools/oracle && npm ci
//   node ray.mjs ../../tests/golden/ray.txt
// All inputs of shapes, meshes and skins are in the file; rays of the scene (tests/golden/ray.xml)
// are drawn from the generator of tests/support/support.h, restarted for every section. Lines:
//   shape <type> <rays>      then `p` pos mat size; per ray `r` pnt vec x normal
//   mesh <rays>              then `z` geom_size, `v` vertices, `f` faces, `b` boxes, `c` children,
//                            `n` leaves of the tree, `p` pos mat; per ray `r` pnt vec x normal
//   skin <rays>              then `v`, `f`; per ray `r` pnt vec x vertid
//   scene <states> <rays>    per state and ray `r` group flags (-1: none) static exclude, then
//                            x geomid normal
//   hfield <rays> <geom>     per ray `r` x normal
//   many <rays> <cutoff>     per ray `r` dist geomid normal, in a new state
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import load from '@mujoco/mujoco';

const ROOT = path.join(path.dirname(fileURLToPath(import.meta.url)), '../..');
const COMMAND = 'cd tools/oracle && npm ci && node ray.mjs ../../tests/golden/ray.txt';
const mj = await load();
const out = [`# ${COMMAND}`];
const emit = (tag, ...lists) => out.push([tag, ...lists.flatMap((x) => Array.from(x))].join(' '));

// ---- random numbers: xorshift, uniform in [-1, 1)

const SEED = 88172645463325252n;
const BITS = (1n << 64n) - 1n;
let state = SEED;

function uniform() {
  state ^= (state << 13n) & BITS;
  state ^= state >> 7n;
  state ^= (state << 17n) & BITS;
  return Number(state >> 11n) * 2 ** -52 - 1;
}
const vector = (scale, n = 3) => Array.from({ length: n }, () => scale * uniform());
const grid = (list) => list.map((x) => Math.round(1024 * x) / 1024);  // short decimals

function rotation() {
  const q = vector(1, 4);
  const n = Math.hypot(...q);
  const [w, x, y, z] = q.map((c) => c / n);
  return [w * w + x * x - y * y - z * z, 2 * (x * y - w * z), 2 * (x * z + w * y),
    2 * (x * y + w * z), w * w - x * x + y * y - z * z, 2 * (y * z - w * x),
    2 * (x * z - w * y), 2 * (y * z + w * x), w * w - x * x - y * y + z * z];
}
const IDENTITY = [1, 0, 0, 0, 1, 0, 0, 0, 1];

// a ray at something at pos of size about 0.5: from outside, from inside, along axes, short, long
function rayAt(pos, i) {
  const far = i % 4 === 0 ? 0.2 : 1.2;
  const from = grid(vector(far));
  const aim = grid(vector(0.4));
  let vec = aim.map((a, k) => a - from[k]);
  if (i % 5 === 1) vec[i % 3] = 0;
  if (i % 10 === 6) vec = [0, 1, 2].map((k) => (k === i % 3 ? -Math.sign(from[k]) : 0));
  if (i % 7 === 2) vec = grid(vector(1));
  if (i % 11 === 3) vec = vec.map((v) => v * 1e-7);
  if (i % 13 === 4) vec = vec.map((v) => v * 1e-9);
  if (i % 17 === 5) vec = vec.map((v) => v * 1e5);
  return [grid(from.map((f, k) => f + pos[k])), vec];
}

// ---- shapes

const SIZES = { 0: [[0, 0, 1], [0.4, 0, 1], [0.3, 0.5, 1]], 2: [[0.5, 0, 0]], 3: [[0.3, 0.4, 0], [0.5, 0.1, 0]],
  4: [[0.2, 0.5, 0.4]], 5: [[0.4, 0.3, 0], [0.1, 0.6, 0]], 6: [[0.3, 0.5, 0.2]] };
const normal = new mj.DoubleBuffer(3);
for (const [type, sizes] of Object.entries(SIZES)) {
  for (const size of sizes) {
    for (const mat of [IDENTITY, rotation()]) {
      const pos = mat === IDENTITY ? [0, 0, 0] : vector(1);
      out.push(`shape ${type} 60`);
      emit('p', pos, mat, size);
      for (let i = 0; i < 60; i++) {
        const [pnt, vec] = rayAt(pos, i);
        const x = mj.mju_rayGeom(pos, mat, size, pnt, vec, Number(type), normal);
        emit('r', pnt, vec, [x], normal.GetView());
      }
    }
  }
}

// ---- a mesh: points on a bumpy ball, faces of their hull

function meshModel() {
  state = SEED;
  const points = [];
  for (let i = 0; i < 40; i++) {
    const p = vector(1);
    const n = Math.hypot(...p);
    points.push(p.map((c, k) => (0.5 + 0.1 * k) * c / n));
  }
  mj.FS.writeFile('/mesh.xml', `<mujoco><asset><mesh name="m" vertex="${points.flat().join(' ')}"/></asset>
    <worldbody><body pos="1 -.5 .3" euler="20 40 60"><freejoint/><geom type="mesh" mesh="m"/></body></worldbody></mujoco>`);
  return mj.MjModel.mj_loadXML('/mesh.xml');
}

{
  const m = meshModel();
  const d = new mj.MjData(m);
  mj.mj_forward(m, d);
  const [root, count] = [m.mesh_bvhadr[0], m.mesh_bvhnum[0]];
  out.push('mesh 200');
  emit('z', m.geom_size);
  emit('v', m.mesh_vert);
  emit('f', m.mesh_face);
  emit('b', m.bvh_aabb.slice(6 * root, 6 * (root + count)));
  emit('c', m.bvh_child.slice(2 * root, 2 * (root + count)));
  emit('n', m.bvh_nodeid.slice(root, root + count));
  emit('p', d.geom_xpos, d.geom_xmat);
  for (let i = 0; i < 200; i++) {
    const [pnt, vec] = rayAt(d.geom_xpos, i);
    const x = mj.mj_rayMesh(m, d, 0, pnt, vec, normal);
    emit('r', pnt, vec, [x], normal.GetView());
  }
}

// ---- a skin

{
  const n = 5;
  const vert = [];
  const face = [];
  for (let i = 0; i < n * n; i++) {
    vert.push(...[(i % n) / 2 - 1, Math.floor(i / n) / 2 - 1, 0.3 * uniform()].map(Math.fround));
  }
  for (let r = 0; r + 1 < n; r++) {
    for (let c = 0; c + 1 < n; c++) {
      const v = r * n + c;
      face.push(v, v + 1, v + n, v + 1, v + n + 1, v + n);
    }
  }
  out.push('skin 100');
  emit('v', vert);
  emit('f', face);
  for (let i = 0; i < 100; i++) {
    const [pnt, vec] = rayAt([0, 0, 0], i);
    const vertid = mj.IntBuffer.FromArray([-7]);
    const x = mj.mju_raySkin(face.length / 3, n * n, face, vert, pnt, vec, vertid);
    emit('r', pnt, vec, [x], vertid.GetView());
    vertid.delete();
  }
}

// ---- the scene

mj.FS.writeFile('/ray.xml', fs.readFileSync(path.join(ROOT, 'tests/golden/ray.xml')));
const m = mj.MjModel.mj_loadXML('/ray.xml');
const d = new mj.MjData(m);

function randomState() {
  for (let i = 0; i < m.nq; i++) d.qpos[i] = m.qpos0[i] + 0.5 * uniform();
  for (let i = 0; i < 3; i++) d.mocap_pos[i] = 0.5 * uniform();
  for (let i = 0; i < 4; i++) d.mocap_quat[i] = uniform();
  mj.mj_kinematics(m, d);
  mj.mj_comPos(m, d);
}

state = SEED;
out.push('scene 4 100');
const geomid = new mj.IntBuffer(1);
for (let s = 0; s < 4; s++) {
  randomState();
  for (let i = 0; i < 100; i++) {
    const pnt = vector(2);
    const vec = vector(1);
    const filtered = i % 2 === 1;
    const bits = filtered ? Math.floor(32 * (1 + uniform())) : -1;
    const statics = uniform() > -0.5;
    const exclude = Math.floor(m.nbody / 2 * (1 + uniform())) - 1;
    const group = filtered ? [0, 1, 2, 3, 4, 5].map((k) => (bits >> k) & 1) : null;
    const x = mj.mj_ray(m, d, pnt, vec, group, statics, exclude, geomid, normal);
    emit('r', [bits, Number(statics), exclude, x], geomid.GetView(), normal.GetView());
  }
}

for (const geom of [2, 3]) {
  state = SEED;
  out.push(`hfield 250 ${geom}`);
  randomState();
  for (let i = 0; i < 250; i++) {
    const [pnt, vec] = rayAt(d.geom_xpos.slice(3 * geom, 3 * geom + 3), i);
    const x = mj.mj_rayHfield(m, d, geom, pnt, vec, normal);
    emit('r', pnt, vec, [x], normal.GetView());
  }
}

for (const cutoff of [1e10, 1, 0.5]) {
  const n = 150;
  state = SEED + BigInt(Math.round(10 * Math.min(cutoff, 5)));
  out.push(`many ${n} ${cutoff}`);
  randomState();
  const pnt = vector(0.7);
  const vec = vector(1, 3 * n);
  vec.fill(0, 30, 33);
  const ids = mj.IntBuffer.FromArray(Array(n).fill(-7));
  const dist = mj.DoubleBuffer.FromArray(Array(n).fill(7));
  const normals = mj.DoubleBuffer.FromArray(Array(3 * n).fill(7));
  mj.mj_multiRay(m, d, pnt, vec, null, true, -1, ids, dist, normals, n, cutoff);
  for (let i = 0; i < n; i++) {
    emit('r', [dist.GetView()[i], ids.GetView()[i]], normals.GetView().slice(3 * i, 3 * i + 3));
  }
}

fs.writeFileSync(process.argv[2], out.join('\n') + '\n');
console.log(`${out.length} lines`);
