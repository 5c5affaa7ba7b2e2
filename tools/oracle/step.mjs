// Steps models in the reference, with constraints disabled, and writes digests of the results:
//   cd tools/oracle && npm ci
//   node step.mjs ../../tests/golden/step.txt
// For every model of LIST and every integrator: a random state (the generator of tests/support/support.h, seeded
// anew), then d qfrc/d qvel, the factor of the integrator's matrix, qfrc_inverse for a random qacc
// (continuous and discrete), and the state after STEPS steps. A line is: name, count, two weighted sums and
// the sum of magnitudes. Models that blow up, and force limits of orientation servos, which implicit
// integrators see through rounding, cannot be compared. Length ranges of actuators are inputs.
import fs from 'node:fs';
import path from 'node:path';
import load from '@mujoco/mujoco';

const COMMAND = 'cd tools/oracle && npm ci && node step.mjs ../../tests/golden/step.txt';
const ROOT = path.resolve(path.dirname(process.argv[1]), '../..');
const DATA = ['actuator_damping', 'actuator_general', 'actuator_history', 'actuator_pid',
  'actuator_position', 'actuator_servo', 'actuator_transmission',
  'body_deep', 'body_simple', 'body_tree', 'geom_fluid', 'joint_attributes', 'joint_springdamper',
  'option_implicit', 'tendon_fixed', 'tendon_spatial'];
const MODELS = ['arm', 'cartpole', 'hand', 'humanoid', 'muscle_arm', 'pendulum', 'quadruped',
  'slider_crank'];
const LIST = ['tests/golden/step_tree.xml', ...DATA.map((n) => `tests/data/mjcf/${n}.xml`),
  ...MODELS.map((n) => `models/${n}.xml`)];
const INTEGRATORS = ['euler', 'rk4', 'implicit', 'implicitfast'];
const STEPS = 4;

let rng;
function uniform() {
  const mask = (1n << 64n) - 1n;
  rng ^= (rng << 13n) & mask;
  rng ^= rng >> 7n;
  rng ^= (rng << 17n) & mask;
  return Number(rng >> 11n) * 2 ** -52 - 1;
}

function randomState(mj, m, d) {
  rng = 88172645463325252n;
  mj.mj_resetData(m, d);
  const fill = (array, from, scale, offset) => {
    for (let i = from; i < array.length; i++) array[i] = offset + scale * uniform();
  };
  const dq = new Array(Number(m.nv)).fill(0);
  fill(dq, 0, 0.3, 0);
  mj.mj_integratePos(m, d.qpos, dq, 1);
  fill(d.qvel, 0, 1, 0);
  fill(d.act, 0, 0.4, 0.5);
  fill(d.ctrl, 0, 0.8, 0);
  fill(d.qfrc_applied, 0, 0.1, 0);
  fill(d.xfrc_applied, 6, 0.1, 0);
}

function digest(x) {
  let [a, b, size] = [0, 0, 0];
  for (let i = 0; i < x.length; i++) {
    a += x[i] * (((i * 7919) % 101) - 50) / 50;
    b += x[i] * (((i * 104729) % 103) - 51) / 51;
    size += Math.abs(x[i]);
  }
  return `${x.length} ${a} ${b} ${size}`;
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

function inverse(mj, m, d, lines, tag, discrete) {
  const flags = m.opt.enableflags;
  if (discrete) m.opt.enableflags |= mj.mjtEnableBit.mjENBL_INVDISCRETE.value;
  for (let i = 0; i < d.qacc.length; i++) d.qacc[i] = uniform();
  mj.mj_inverse(m, d);
  m.opt.enableflags = flags;
  lines.push(`${tag} ${digest(d.qfrc_inverse)}`);
}

function run(mj, m, d, integrator, lines) {
  const name = INTEGRATORS[integrator];
  m.opt.integrator = integrator;
  randomState(mj, m, d);
  mj.mj_forward(m, d);
  lines.push(`${name}.qacc ${digest(d.qacc)}`);
  inverse(mj, m, d, lines, `${name}.inverse`, false);
  if (name !== 'rk4') inverse(mj, m, d, lines, `${name}.discrete`, true);
  randomState(mj, m, d);
  mj.mj_step(m, d);
  if (name.startsWith('implicit')) lines.push(`${name}.qDeriv ${digest(d.qDeriv)}`);
  if (name === 'implicit') lines.push(`${name}.qLU ${digest(d.qLU)}`);
  for (let k = 1; k < STEPS; k++) mj.mj_step(m, d);
  for (const field of ['qpos', 'qvel', 'act']) lines.push(`${name}.${field} ${digest(d[field])}`);
}

const lines = [`# ${COMMAND}`];
for (const file of LIST) {
  const mj = await load({ print: () => {}, printErr: () => {} });
  copyFolder(mj, path.join(ROOT, path.dirname(file)), '/data');
  const m = mj.MjModel.mj_loadXML('/data/' + path.basename(file));
  const d = new mj.MjData(m);
  m.opt.disableflags |= mj.mjtDisableBit.mjDSBL_CONSTRAINT.value;
  m.opt.enableflags = 0;
  lines.push(`model ${file}`);
  const range = Array.from(m.actuator_lengthrange);
  if (range.some((x) => x !== 0)) lines.push(`lengthrange ${range.length} ${range.join(' ')}`);
  for (let k = 0; k < INTEGRATORS.length; k++) run(mj, m, d, k, lines);
  d.delete();
  m.delete();
}
fs.writeFileSync(process.argv[2], lines.join('\n') + '\n');
