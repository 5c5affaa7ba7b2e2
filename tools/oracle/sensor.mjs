// Sensor figures of the reference, for tests/step/test_sensor.c:
//   cd tools/oracle && npm ci
//   node sensor.mjs ../../tests/golden/sensor.txt
// States are random, from the generator of tests/support/support.h, which is restarted for every model;
// the test makes the same ones. Contacts and constraints are disabled. Lines:
//   model <file> <number of states>   then per state `s`, sensordata after mj_forward
//   steps <file> <number of steps>    then per step `s`, sensordata after mj_step from a random
//                                     state at the time that the step began with; and `h`,
//                                     history after all
// v*n is n times v.
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import load from '@mujoco/mujoco';

const ROOT = path.join(path.dirname(fileURLToPath(import.meta.url)), '../..');
const COMMAND = 'cd tools/oracle && npm ci && node sensor.mjs ../../tests/golden/sensor.txt';
const STATES = 3;
const POINTS = 64;  // states of the model that has only insidesite
const STEPS = 24;
const MODELS = ['tests/golden/sensor_kinds.xml',
  ...['frame', 'joint', 'misc', 'site'].map((name) => `tests/data/mjcf/sensor_${name}.xml`),
  ...['arm', 'cartpole', 'hand', 'humanoid', 'pendulum', 'quadruped', 'slider_crank']
    .map((name) => `models/${name}.xml`)];
const STEPPED = ['tests/golden/sensor_delay.xml', 'tests/data/mjcf/sensor_common.xml'];

const mj = await load();

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

// x = start + scale * random
function randomize(x, start, scale) {
  for (let i = 0; i < x.length; i++) x[i] = (start ? start[i] : 0) + scale * uniform();
}

function randomState(m, d) {
  randomize(d.qpos, m.qpos0, 0.3);
  randomize(d.qvel, null, 1);
  randomize(d.act, null, 0.5);
  randomize(d.ctrl, null, 1);
  randomize(d.qfrc_applied, null, 1);
  randomize(d.xfrc_applied, null, 1);
  randomize(d.mocap_pos, null, 1);
  randomize(d.mocap_quat, null, 1);
}

// ---- text

function number(x) {
  if (Number.isNaN(x)) return 'nan';
  if (Object.is(x, -0)) return '-0';
  if (!Number.isFinite(x)) return x > 0 ? 'inf' : '-inf';
  return String(x).replace('e+', 'e');
}

function runs(list) {
  const out = [];
  for (let i = 0; i < list.length;) {
    let n = 1;
    while (i + n < list.length && Object.is(list[i], list[i + n])) n++;
    out.push(n > 2 ? `${number(list[i])}*${n}` : Array(n).fill(number(list[i])).join(' '));
    i += n;
  }
  return out.join(' ');
}

// ---- models

// all files that models include, so that relative names work
function copyFolder(from, to) {
  mj.FS.mkdirTree(to);
  for (const entry of fs.readdirSync(path.join(ROOT, from), { withFileTypes: true })) {
    if (entry.isDirectory()) copyFolder(`${from}/${entry.name}`, `${to}/${entry.name}`);
    else mj.FS.writeFile(`${to}/${entry.name}`, fs.readFileSync(path.join(ROOT, from, entry.name)));
  }
}

function open(file) {
  const m = mj.MjModel.mj_loadXML('/' + file);
  m.opt.disableflags |= mj.mjtDisableBit.mjDSBL_CONSTRAINT.value
    | mj.mjtDisableBit.mjDSBL_CONTACT.value;
  state = SEED;
  return [m, new mj.MjData(m)];
}

function forwards(file, count, out) {
  const [m, d] = open(file);
  out.push(`model ${file} ${count}`);
  for (let k = 0; k < count; k++) {
    randomState(m, d);
    d.time = uniform();
    mj.mj_forward(m, d);
    out.push('s ' + runs(Array.from(d.sensordata)));
  }
  d.delete();
  m.delete();
}

function steps(file, out) {
  const [m, d] = open(file);
  out.push(`steps ${file} ${STEPS}`);
  for (let k = 0; k < STEPS; k++) {
    randomState(m, d);
    mj.mj_step(m, d);
    out.push('s ' + runs(Array.from(d.sensordata)));
  }
  out.push('h ' + runs(Array.from(d.history)));
  d.delete();
  m.delete();
}

for (const folder of ['models', 'tests/data/mjcf', 'tests/golden'])
  copyFolder(folder, '/' + folder);
const out = ['# sensors in MuJoCo 3.12.0 (@mujoco/mujoco, WebAssembly)', '# ' + COMMAND];
for (const file of MODELS) forwards(file, STATES, out);
forwards('tests/golden/sensor_inside.xml', POINTS, out);
for (const file of STEPPED) steps(file, out);
fs.writeFileSync(process.argv[2], out.join('\n') + '\n');
