// Solves constraints in the reference and writes digests of the results:
//   cd tools/oracle && npm ci
//   node solve.mjs ../../tests/golden/solve.txt [model.xml ...]
// Models are stepped with random controls; at some steps the state is written, and the solution of every case
// (solver, cone, Jacobian, islands, no-slip, warm start, iterations) from that state. Lines:
//   model <path>
//   state <qpos> <qvel> <qacc_warmstart> <ctrl>
//   case <solver> <cone> <jacobian> <disableflags> <noslip> <iterations> <nefc> <nisland> <niter of 3 islands>
//        <digest of maps> <digest of qacc> <digest of efc_force>
// A digest of numbers is two weighted sums and the sum of magnitudes.
import fs from 'node:fs';
import path from 'node:path';
import load from '@mujoco/mujoco';

const COMMAND = 'cd tools/oracle && npm ci && node solve.mjs ../../tests/golden/solve.txt';
const ROOT = path.resolve(path.dirname(process.argv[1]), '../..');
const LIST = ['tests/golden/solve_pile.xml', 'tests/golden/solve_linked.xml',
  'tests/golden/solve_snake.xml', 'models/humanoid.xml'];
const SAMPLES = process.env.SAMPLES ? process.env.SAMPLES.split(',').map(Number) : [3, 40, 120, 250];
const [PGS, CG, NEWTON] = [0, 1, 2];
const [PYRAMIDAL, ELLIPTIC] = [0, 1];
const [DENSE, SPARSE] = [0, 1];

let rng = 88172645463325252n;
function uniform() {
  const mask = (1n << 64n) - 1n;
  rng ^= (rng << 13n) & mask;
  rng ^= rng >> 7n;
  rng ^= (rng << 17n) & mask;
  return Number(rng >> 11n) * 2 ** -52 - 1;
}

function digest(x, n) {
  let [a, b, size] = [0, 0, 0];
  for (let i = 0; i < n; i++) {
    a += x[i] * (((i * 7919) % 101) - 50) / 50;
    b += x[i] * (((i * 104729) % 103) - 51) / 51;
    size += Math.abs(x[i]);
  }
  return `${a} ${b} ${size}`;
}

// exact: sums of integers
function mapDigest(d, nv, nefc, nisland) {
  if (!nisland) return 0;
  let sum = 0;
  const add = (array, n, weight) => {
    for (let i = 0; i < n; i++) sum += array[i] * (1 + ((i * 7919 + weight) % 101));
  };
  add(d.dof_island, nv, 1);
  add(d.map_dof2idof, nv, 2);
  add(d.map_idof2dof, nv, 3);
  add(d.efc_island, nefc, 4);
  add(d.map_efc2iefc, nefc, 5);
  add(d.island_ne, nisland, 6);
  add(d.island_nf, nisland, 7);
  add(d.island_iefcadr, nisland, 8);
  add(d.island_dofadr, nisland, 9);
  return sum;
}

// solver, cone, jacobian, disable flags, no-slip iterations, iterations
function cases(mj) {
  const island = mj.mjtDisableBit.mjDSBL_ISLAND.value;
  const cold = mj.mjtDisableBit.mjDSBL_WARMSTART.value;
  const list = [];
  for (const cone of [PYRAMIDAL, ELLIPTIC]) {
    for (const solver of [PGS, CG, NEWTON]) {
      for (const jacobian of [DENSE, SPARSE]) {
        for (const flag of [0, island]) list.push([solver, cone, jacobian, flag, 0, 100]);
      }
      list.push([solver, cone, DENSE, cold, 0, 100], [solver, cone, SPARSE, 0, 0, 2]);
    }
    for (const solver of [PGS, NEWTON]) {
      for (const flag of [0, island]) list.push([solver, cone, DENSE, flag, 3, 100]);
    }
  }
  return list;
}

function solve(mj, m, d, state, c, lines) {
  const opt = m.opt;
  [opt.solver, opt.cone, opt.jacobian, opt.disableflags, opt.noslip_iterations, opt.iterations] = c;
  d.qpos.set(state.qpos);
  d.qvel.set(state.qvel);
  d.qacc_warmstart.set(state.warm);
  d.ctrl.set(state.ctrl);
  mj.mj_forward(m, d);
  const niter = [0, 1, 2].map((i) => (i < Math.max(1, d.nisland) ? d.solver_niter[i] : 0));
  const maps = mapDigest(d, Number(m.nv), d.nefc, d.nisland);
  lines.push(`case ${c.join(' ')} ${d.nefc} ${d.nisland} ${niter.join(' ')} ${maps} ` +
    `${digest(d.qacc, Number(m.nv))} ${digest(d.efc_force, d.nefc)}`);
}

function run(mj, m, lines) {
  const walk = new mj.MjData(m), d = new mj.MjData(m), defaults = m.opt;
  const keep = [defaults.solver, defaults.cone, defaults.jacobian, defaults.disableflags,
    defaults.noslip_iterations, defaults.iterations];
  for (let step = 0; step <= Math.max(...SAMPLES); step++) {
    if (step % 10 === 0) for (let i = 0; i < walk.ctrl.length; i++) walk.ctrl[i] = 0.5 * uniform();
    if (SAMPLES.includes(step)) {
      const state = { qpos: Array.from(walk.qpos), qvel: Array.from(walk.qvel),
        warm: Array.from(walk.qacc_warmstart), ctrl: Array.from(walk.ctrl) };
      lines.push(`state ${[...state.qpos, ...state.qvel, ...state.warm, ...state.ctrl].join(' ')}`);
      for (const c of cases(mj)) solve(mj, m, d, state, c, lines);
      [m.opt.solver, m.opt.cone, m.opt.jacobian, m.opt.disableflags, m.opt.noslip_iterations,
        m.opt.iterations] = keep;
    }
    mj.mj_step(m, walk);
  }
  walk.delete();
  d.delete();
}

const given = process.argv.slice(3);
const lines = [`# ${COMMAND}`];
for (const file of given.length ? given : LIST) {
  const mj = await load({ print: () => {}, printErr: () => {} });
  mj.FS.writeFile('/m.xml', fs.readFileSync(given.length ? file : path.join(ROOT, file)));
  const m = mj.MjModel.mj_loadXML('/m.xml');
  lines.push(`model ${file}`);
  run(mj, m, lines);
  m.delete();
}
fs.writeFileSync(process.argv[2], lines.join('\n') + '\n');
