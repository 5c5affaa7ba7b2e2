// Derivatives of steps and of the inverse by finite differences in the reference, for
// tests/diff/test_finite_golden.c:
//   cd tools/oracle && npm ci && node finite.mjs ../../tests/golden/finite.txt
// For every model of LIST: length ranges of actuators, which are inputs; then for every integrator
// a random state (the generator of tests/support/support.h, seeded anew) and STEPS steps, from
// where mjd_transitionFD is called, one-sided and centred, and, for a random qacc, mjd_inverseFD,
// with forces of actuators and without. A line is: name, count, two weighted sums and the sum of
// magnitudes. The sign of D in centred differences, which is a slip, is turned; controls are within
// their ranges, so that each is moved to both sides. Models with a sensor of kinetic energy are left
// out: the reference takes no notice of it in columns of velocities.
import fs from 'node:fs';
import path from 'node:path';
import load from '@mujoco/mujoco';

const COMMAND = 'cd tools/oracle && npm ci && node finite.mjs ../../tests/golden/finite.txt';
const ROOT = path.resolve(path.dirname(process.argv[1]), '../..');
const LIST = ['tests/golden/step_tree.xml', 'tests/golden/solve_linked.xml',
  'tests/golden/solve_snake.xml', 'tests/golden/rows_contact.xml',
  ...['actuator_servo', 'actuator_damping', 'tendon_spatial'].map((n) => `tests/data/mjcf/${n}.xml`),
  ...['gripper', 'rolling', 'stack', 'four_bar', 'muscle_reach'].map((n) => `tests/scenes/${n}.xml`),
  ...['arm', 'cartpole', 'hand', 'humanoid', 'muscle_arm', 'quadruped', 'slider_crank']
    .map((n) => `models/${n}.xml`)];
const INTEGRATORS = { euler: 0, implicit: 2, implicitfast: 3 };
const STEPS = 5, EPS = 1e-6;

let rng;
function uniform() {
  const mask = (1n << 64n) - 1n;
  rng ^= (rng << 13n) & mask;
  rng ^= rng >> 7n;
  rng ^= (rng << 17n) & mask;
  return Number(rng >> 11n) * 2 ** -52 - 1;
}
function fill(array, scale, offset) {
  for (let i = 0; i < array.length; i++) array[i] = offset + scale * uniform();
}

function start(mj, m, d) {
  rng = 88172645463325252n;
  mj.mj_resetData(m, d);
  const dq = new Array(Number(m.nv)).fill(0);
  fill(dq, 0.03, 0);
  mj.mj_integratePos(m, d.qpos, dq, 1);
  fill(d.qvel, 0.3, 0);
  fill(d.act, 0.2, 0.3);
  for (let i = 0; i < d.ctrl.length; i++) {
    const [low, high] = m.actuator_ctrlrange.slice(2 * i, 2 * i + 2);
    const x = uniform();
    d.ctrl[i] = low < high ? (low + high) / 2 + 0.4 * (high - low) * x : 0.3 * x;
  }
  for (let k = 0; k < STEPS; k++) mj.mj_step(m, d);
}

function digest(x, sign = 1) {
  let [a, b, size] = [0, 0, 0];
  for (let i = 0; i < x.length; i++) {
    a += sign * x[i] * (((i * 7919) % 101) - 50) / 50;
    b += sign * x[i] * (((i * 104729) % 103) - 51) / 51;
    size += Math.abs(x[i]);
  }
  return `${x.length} ${a} ${b} ${size}`;
}

// calls a function with buffers of these sizes, then writes a line for each
function withBuffers(mj, lines, tag, sizes, call, sign = {}) {
  const buffers = Object.fromEntries(Object.entries(sizes)
    .map(([name, n]) => [name, new mj.DoubleBuffer(n)]));
  call(Object.values(buffers));
  for (const [name, buffer] of Object.entries(buffers)) {
    lines.push(`${tag}.${name} ${digest(buffer.GetView(), sign[name])}`);
    buffer.delete();
  }
}

function run(mj, m, d, name, lines) {
  m.opt.integrator = INTEGRATORS[name];
  const [nv, na, nu, ns, nC] = ['nv', 'na', 'nu', 'nsensordata', 'nC'].map((k) => Number(m[k]));
  const ndx = 2 * nv + na;
  for (const centred of [false, true]) {
    start(mj, m, d);
    withBuffers(mj, lines, name + (centred ? '.centred' : '.forward'),
      { A: ndx * ndx, B: ndx * nu, C: ns * ndx, D: ns * nu },
      (out) => mj.mjd_transitionFD(m, d, EPS, centred, ...out), { D: centred ? -1 : 1 });
  }
  for (const actuation of [false, true]) {
    start(mj, m, d);
    fill(d.qacc, 1, 0);
    const sizes = { DfDq: nv * nv, DfDv: nv * nv, DfDa: nv * nv };
    const more = { DsDq: nv * ns, DsDv: nv * ns, DsDa: nv * ns, DmDq: nv * nC };
    withBuffers(mj, lines, name + (actuation ? '.actuated' : '.inverse'),
      actuation ? sizes : { ...sizes, ...more },
      (out) => mj.mjd_inverseFD(m, d, EPS, actuation, ...out, ...new Array(7 - out.length).fill(null)));
  }
}

// the folder of a model goes into the file system of the instance: it may include others
function copyFolder(mj, from, to) {
  mj.FS.mkdir(to);
  for (const entry of fs.readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [path.join(from, entry.name), to + '/' + entry.name];
    if (entry.isDirectory()) copyFolder(mj, source, target);
    else mj.FS.writeFile(target, fs.readFileSync(source));
  }
}

const lines = [`# ${COMMAND}`];
for (const file of LIST) {
  const mj = await load({ print: () => {}, printErr: () => {} });
  copyFolder(mj, path.join(ROOT, path.dirname(file)), '/data');
  const m = mj.MjModel.mj_loadXML('/data/' + path.basename(file));
  const d = new mj.MjData(m);
  m.opt.enableflags = 0;
  m.opt.noslip_iterations = 0;
  lines.push(`model ${file}`);
  const range = Array.from(m.actuator_lengthrange);
  lines.push(`lengthrange ${range.length} ${range.join(' ')}`);
  for (const name of Object.keys(INTEGRATORS)) run(mj, m, d, name, lines);
  d.delete();
  m.delete();
}
fs.writeFileSync(process.argv[2], lines.join('\n') + '\n');
