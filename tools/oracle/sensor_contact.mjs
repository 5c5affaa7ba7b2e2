// Sensors that need contacts, rays and distances, in the reference; for tests/step/test_sensor_contact.c:
//   cd tools/oracle && npm ci
//   node sensor_contact.mjs ../../tests/golden/sensor_contact.txt
// Lines:
//   range <states>      tests/golden/sensor_range.xml; per state `q` qpos, `s` sensordata
//   contact <cone> <states>   tests/golden/sensor_contact.xml with that cone, states on the way of a
//                       simulation; per state `q` qpos, `v` qvel, `w` qacc_warmstart, `f` efc_force,
//                       per contact `c` dist pos frame friction dim geoms row; `s` sensordata
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import load from '@mujoco/mujoco';

const ROOT = path.join(path.dirname(fileURLToPath(import.meta.url)), '../..');
const COMMAND = 'cd tools/oracle && npm ci && node sensor_contact.mjs ../../tests/golden/sensor_contact.txt';
const mj = await load();
const out = [`# ${COMMAND}`];
const emit = (tag, ...lists) => out.push([tag, ...lists.flatMap((x) => Array.from(x))].join(' '));

function open(name) {
  mj.FS.writeFile(`/${name}`, fs.readFileSync(path.join(ROOT, 'tests/golden', name)));
  const m = mj.MjModel.mj_loadXML(`/${name}`);
  return [m, new mj.MjData(m)];
}

// ---- random numbers: xorshift, uniform in [-1, 1)

const BITS = (1n << 64n) - 1n;
let state = 88172645463325252n;

function uniform() {
  state ^= (state << 13n) & BITS;
  state ^= state >> 7n;
  state ^= (state << 17n) & BITS;
  return Number(state >> 11n) * 2 ** -52 - 1;
}

// ---- rays and distances

{
  const [m, d] = open('sensor_range.xml');
  const states = 4;
  out.push(`range ${states}`);
  for (let s = 0; s < states; s++) {
    for (let i = 0; i < m.nq; i++) d.qpos[i] = m.qpos0[i] + 0.3 * uniform();
    mj.mj_forward(m, d);
    emit('q', d.qpos);
    emit('s', d.sensordata);
  }
}

// ---- contacts

for (const cone of [0, 1]) {
  const [m, d] = open('sensor_contact.xml');
  const states = 4;
  m.opt.cone = cone;
  out.push(`contact ${cone} ${states}`);
  for (let s = 0; s < states; s++) {
    for (let k = 0; k < 25; k++) mj.mj_step(m, d);
    d.qvel[6] += 0.5 + s;
    emit('q', d.qpos);
    emit('v', d.qvel);
    emit('w', d.qacc_warmstart);
    mj.mj_forward(m, d);
    emit('f', d.efc_force);
    for (let i = 0; i < d.ncon; i++) {
      const con = d.contact.get(i);
      emit('c', [con.dist], con.pos, con.frame, con.friction, [con.dim], con.geom, [con.efc_address]);
    }
    emit('s', d.sensordata);
  }
}

fs.writeFileSync(process.argv[2], out.join('\n') + '\n');
console.log(`${out.length} lines, ${out.filter((line) => line[0] === 'c' && line[1] === ' ').length} contacts`);
