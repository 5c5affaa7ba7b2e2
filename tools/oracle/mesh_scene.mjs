// Contacts, rays and short motions of the reference in a scene of meshes, for
// tests/whole/test_mesh_scene.c:
//   cd tools/oracle && npm ci
//   node mesh_scene.mjs ../../tests/golden/mesh_scene.txt
// The model is tests/golden/mesh_scene.xml. Lines of a tag and numbers; per state: q qpos, then per
// contact c geom1 geom2 dist pos normal, per ray r pnt vec x geomid normal; per motion: m qpos at
// the start and after 20 steps.
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import load from '@mujoco/mujoco';

const ROOT = path.join(path.dirname(fileURLToPath(import.meta.url)), '../..');
const COMMAND = 'cd tools/oracle && npm ci && node mesh_scene.mjs ../../tests/golden/mesh_scene.txt';
const STATES = 60, RAYS = 10, MOTIONS = 12, STEPS = 20;
const mj = await load({ print: () => {}, printErr: console.error });
const out = [`# ${COMMAND}`];
const emit = (tag, ...lists) => out.push([tag, ...lists.flatMap((x) => Array.from(x))].join(' '));

let state = 88172645463325252n;
function uniform() { // xorshift, in [-1, 1)
  state ^= (state << 13n) & ((1n << 64n) - 1n);
  state ^= state >> 7n;
  state ^= (state << 17n) & ((1n << 64n) - 1n);
  return Number(state >> 11n) * 2 ** -52 - 1;
}
const vector = (scale, n = 3) => Array.from({ length: n }, () => scale * uniform());

mj.FS.writeFile('/m.xml', fs.readFileSync(path.join(ROOT, 'tests/golden/mesh_scene.xml'), 'utf8'));
const m = mj.MjModel.mj_loadXML('/m.xml');
const d = new mj.MjData(m);

// bodies in a heap, above the floor or the hills
function scatter(i) {
  const wide = i % 3 === 0 ? 0.4 : 0.2;
  const center = i % 4 === 3 ? 2.5 : 0;
  const qpos = [];
  for (let b = 0; b < m.nq / 7; b++) {
    const [x, y, z] = vector(1);
    const quat = vector(1, 4);
    const norm = Math.hypot(...quat);
    qpos.push(center + wide * x, wide * y, 0.2 + 0.15 * z, ...quat.map((q) => q / norm));
  }
  return qpos;
}

const [geomid, normal] = [new mj.IntBuffer(1), new mj.DoubleBuffer(3)];
for (let i = 0; i < STATES; i++) {
  mj.mj_resetData(m, d);
  const qpos = scatter(i);
  d.qpos.set(qpos);
  mj.mj_forward(m, d);
  emit('q', qpos);
  for (let k = 0; k < d.ncon; k++) {
    const c = d.contact.get(k);
    emit('c', [c.geom1, c.geom2, c.dist], c.pos, c.frame.slice(0, 3));
  }
  for (let k = 0; k < RAYS; k++) {
    const pnt = [qpos[0] + 0.6 * uniform(), 0.6 * uniform(), 0.4 + 0.6 * uniform()];
    const target = 7 * Math.floor((m.nq / 7) * 0.5 * (1 + uniform()));
    const vec = [0, 1, 2].map((a) => qpos[target + a] + 0.05 * uniform() - pnt[a]);
    const x = mj.mj_ray(m, d, pnt, vec, null, true, -1, geomid, normal);
    emit('r', pnt, vec, [x], geomid.GetView(), normal.GetView());
  }
}
for (let i = 0; i < MOTIONS; i++) {
  mj.mj_resetData(m, d);
  const qpos = Array.from(d.qpos); // one body after the other lies on the floor, a bit tilted
  for (let b = 0; b < m.nq / 7; b++) {
    const quat = i === 0 ? [1, 0, 0, 0] : [1, ...vector(i < 6 ? 0.05 : 1)];
    const norm = Math.hypot(...quat);
    qpos.splice(7 * b, 7, 0.3 * (b - 4), i % 2 ? 0.9 : 0.6, 0.13, ...quat.map((q) => q / norm));
  }
  d.qpos.set(qpos);
  for (let k = 0; k < STEPS; k++) mj.mj_step(m, d);
  emit('m', qpos, d.qpos);
}
fs.writeFileSync(process.argv[2], out.join('\n') + '\n');
console.log(`${out.filter((l) => l[0] === 'c').length} contacts, ${STATES * RAYS} rays, ${MOTIONS} motions`);
