// Forces of the reference on random states, for tests/force/test_passive.c and tests/force/test_actuation.c:
//   cd tools/oracle && npm ci && node force.mjs > ../../tests/golden/force.txt
// "model <file>" begins a model, "const <member> <values>" are members of mjModel that are derived at qpos0
// (the test copies them), "state" begins a state. Then one line per array of mjData: name, values. next_act
// is act after one Euler step. Contacts and constraints are disabled.
//   node force.mjs history > ../../tests/golden/force_history.txt
// is for tests/model/test_history.c: "history" after each step with the control of the step ("ctrl", time before it),
// "force" in it, "read" (actuator, time, interp, value), "initctrl" and "initsensor" (arguments).
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import load from '@mujoco/mujoco';
import { copyFolder } from './folder.mjs';

const TESTS = path.join(path.dirname(fileURLToPath(import.meta.url)), '../../tests');
const OWN = ['golden/force_passive.xml', 'golden/force_actuation.xml'];
const DATA = ['actuator_damping', 'actuator_dcmotor', 'actuator_general', 'actuator_history', 'actuator_muscle',
  'actuator_orientation', 'actuator_pid', 'actuator_position', 'actuator_servo', 'actuator_transmission',
  'joint_springdamper', 'joint_types', 'geom_fluid', 'tendon_fixed', 'tendon_spatial'];
const SAMPLES = ['arm', 'hand', 'humanoid', 'muscle_arm', 'quadruped'];
const CONSTS = ['actuator_acc0', 'actuator_lengthrange', 'actuator_biasprm', 'tendon_lengthspring',
  'jnt_actuatorid', 'tendon_actuatorid', 'jnt_stiffness', 'dof_damping', 'body_subtreemass', 'qpos_spring'];
const ARRAYS = ['qpos', 'qvel', 'act', 'ctrl', 'history', 'actuator_length', 'actuator_velocity',
  'moment_rownnz', 'moment_rowadr', 'moment_colind', 'actuator_moment', 'qfrc_spring', 'qfrc_damper',
  'qfrc_gravcomp', 'qfrc_fluid', 'qfrc_passive', 'act_dot', 'actuator_force', 'qfrc_actuator'];
const CONTACT_AND_CONSTRAINT = (1 << 0) | (1 << 4);

let seed = 2463534242;
function uniform(lo, hi) {
  seed ^= seed << 13; seed >>>= 0;
  seed ^= seed >>> 17;
  seed ^= seed << 5; seed >>>= 0;
  return Math.round((lo + (hi - lo) * (seed / 4294967296)) * 1e4) / 1e4;
}
const number = (x) => String(Object.is(x, -0) ? 0 : x).replace('e+', 'e');
const line = (name, x) => console.log([name, ...Array.from(x, number)].join(' '));

function randomise(m, d, scale) {
  for (let i = 0; i < m.nq; i++) d.qpos[i] = d.qpos[i] + uniform(-scale, scale);
  for (let i = 0; i < m.nv; i++) d.qvel[i] = uniform(-3 * scale, 3 * scale);
  for (let i = 0; i < m.na; i++) d.act[i] = uniform(-scale, 1.5 * scale);
  for (let i = 0; i < m.nu; i++) d.ctrl[i] = uniform(-2 * scale, 5 * scale);
}

function state(mj, m, d, k) {
  mj.mj_resetData(m, d);
  for (let i = 0; m.nhistory && i < 6; i++) {  // fills the history
    for (let j = 0; j < m.nu; j++) d.ctrl[j] = uniform(-1, 1);
    mj.mj_step(m, d);
  }
  for (let i = 0; i < m.nq; i++) d.qpos[i] = m.qpos0[i];
  randomise(m, d, [0.3, 1, 3][k]);
  mj.mj_forward(m, d);
  console.log('state');
  line('time', [d.time]);
  for (const name of ARRAYS) if (d[name].length) line(name, d[name]);
  mj.mj_Euler(m, d);
  line('next_act', d.act);
}

const HEADER = '# Figures of MuJoCo 3.12.0 (@mujoco/mujoco, WebAssembly). Made by: cd tools/oracle && npm ci && ';

function reads(mj, m, d) {
  for (let id = 0; id < m.nactuator; id++) {
    for (let interp = -1; interp <= 2; interp++) {
      for (const t of [d.time, d.time + uniform(-0.01, 0.01), d.time - 0.002]) {
        line('read', [id, t, interp, mj.mj_readCtrl(m, d, id, t, interp)]);
      }
    }
  }
}

function history(mj) {
  console.log(HEADER + 'node force.mjs history > ../../tests/golden/force_history.txt');
  mj.FS.writeFile('/h.xml', fs.readFileSync(path.join(TESTS, 'golden/force_history.xml')));
  const m = mj.MjModel.mj_loadXML('/h.xml');
  const d = new mj.MjData(m);
  line('history', d.history);
  for (let i = 0; i < 12; i++) {
    for (let j = 0; j < m.nu; j++) d.ctrl[j] = uniform(-1, 1);
    line('ctrl', [d.time, ...d.ctrl]);
    mj.mj_step(m, d);
    line('force', d.actuator_force);
    line('history', d.history);
    if (i % 4 === 3) reads(mj, m, d);
  }
  const times = [0.01, 0.013, 0.02, 0.021], values = [1, -2, 3, 0.5];
  mj.mj_initCtrlHistory(m, d, 2, times, values);
  line('initctrl', [2, ...times, ...values]);
  line('history', d.history);
  const old = [0.001, 0.004, 0.007], rows = [1, 2, 3, 4, 5, 6, 7, 8, 9];
  mj.mj_initSensorHistory(m, d, 1, old, rows, 0.0125);
  line('initsensor', [1, ...old, ...rows, 0.0125]);
  line('history', d.history);
  reads(mj, m, d);
}

function forces(mj) {
  console.log(HEADER + 'node force.mjs > ../../tests/golden/force.txt');
  for (const folder of ['data', 'golden', 'models']) mj.FS.mkdir('/' + folder);
  copyFolder(mj, path.join(TESTS, 'data/mjcf'), '/data', (name) => name.endsWith('.xml'));
  copyFolder(mj, path.join(TESTS, '../models'), '/models', (name) => name.endsWith('.xml'));
  for (const file of OWN) mj.FS.writeFile('/' + file, fs.readFileSync(path.join(TESTS, file)));
  const files = [...OWN.map((f) => [f, '/' + f, 3]),
    ...DATA.map((f) => [`data/mjcf/${f}.xml`, `/data/${f}.xml`, 2]),
    ...SAMPLES.map((f) => [`../models/${f}.xml`, `/models/${f}.xml`, 2])];
  for (const [file, at, states] of files) {
    const m = mj.MjModel.mj_loadXML(at);
    const d = new mj.MjData(m);
    m.opt.disableflags |= CONTACT_AND_CONSTRAINT;
    console.log('model', file);
    for (const name of CONSTS) if (m[name].length) line('const ' + name, m[name]);
    for (let k = 0; k < states; k++) state(mj, m, d, k);
    d.delete();
    m.delete();
  }
}

const mj = await load();
if (process.argv[2] === 'history') history(mj);
else forces(mj);
