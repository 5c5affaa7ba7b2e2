// Steps models freely in the reference and writes every bit of their velocities:
//   cd tools/oracle && npm ci
//   node exact.mjs ../../tests/golden/exact.txt
// Lines, numbers as they are printed without loss:
//   m <model>
//   c <solver> <cone> <jacobian> <disableflags> <noslip> <impratio> <integrator>
//   v <step> <iterations> <qvel>
import fs from 'node:fs';
import load from '@mujoco/mujoco';

const COMMAND = 'cd tools/oracle && npm ci && node exact.mjs ../../tests/golden/exact.txt';
const SAMPLES = [1, 2, 5, 10, 20, 50, 100, 200];
const ISLAND = 1 << 18;

const mj = await load();
const lines = [`# ${COMMAND}`];

function run(solver, cone, jacobian, flags = 0, noslip = 0, impratio = 1, integrator = 0) {
  const m = mj.MjModel.mj_loadXML('/m.xml');
  m.opt.solver = solver;
  m.opt.cone = cone;
  m.opt.jacobian = jacobian;
  m.opt.disableflags = flags;
  m.opt.noslip_iterations = noslip;
  m.opt.impratio = impratio;
  m.opt.integrator = integrator;
  const d = new mj.MjData(m);
  mj.mj_resetDataKeyframe(m, d, 0);
  lines.push(`c ${solver} ${cone} ${jacobian} ${flags} ${noslip} ${impratio} ${integrator}`);
  for (let step = 1, count = 0; step <= SAMPLES.at(-1); step++) {
    mj.mj_step(m, d);
    for (let k = 0; k < Math.max(1, d.nisland); k++) count += d.solver_niter[k];
    if (SAMPLES.includes(step)) lines.push(`v ${step} ${count} ${[...d.qvel].join(' ')}`);
  }
  d.delete();
  m.delete();
}

for (const model of ['solve_exact', 'turn_exact']) {
  lines.push(`m ${model}`);
  mj.FS.writeFile('/m.xml', fs.readFileSync(`../../tests/golden/${model}.xml`));
  for (const solver of [0, 1, 2]) {
    for (const cone of [0, 1]) {
      for (const jacobian of [0, 1]) {
        for (const flags of [0, ISLAND]) run(solver, cone, jacobian, flags);
      }
      run(solver, cone, 1, 0, 3, 5);
      for (const integrator of [1, 2, 3]) run(solver, cone, integrator % 2, 0, 0, 1, integrator);
    }
  }
}
fs.writeFileSync(process.argv[2], lines.join('\n') + '\n');
