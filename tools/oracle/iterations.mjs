// Iterations of the solvers of the reference, step by step:
//   cd tools/oracle && npm ci
//   node iterations.mjs ../../tests/golden/iterations.txt
// A line is: model, solver, then for each of STEPS steps the iterations of all islands together. Steps
// are free-running from keyframe 0 or the initial state; the list is repeated in tests/solve/test_iterations.c.
import fs from 'node:fs';
import path from 'node:path';
import load from '@mujoco/mujoco';

const ROOT = path.resolve(path.dirname(process.argv[1]), '../..');
const MODELS = ['models/arm', 'models/cartpole', 'models/dominoes', 'models/hand', 'models/humanoid', 'models/muscle_arm',
  'models/quadruped', 'models/slider_crank', 'tests/scenes/four_bar', 'tests/scenes/gripper', 'tests/scenes/incline',
  'tests/scenes/muscle_reach', 'tests/scenes/rolling', 'tests/scenes/sleep', 'tests/scenes/stack',
  'tests/golden/rows_contact', 'tests/golden/rows_equality', 'tests/golden/sensor_contact', 'tests/golden/solve_linked',
  'tests/golden/solve_pile', 'tests/golden/solve_snake', 'tests/golden/step_tree'];
const SOLVERS = ['PGS', 'CG', 'Newton'];
const STEPS = 200;

const mj = await load();
const lines = ['# made by: cd tools/oracle && npm ci && node iterations.mjs ../../tests/golden/iterations.txt'];
for (const name of MODELS) {
  mj.FS.writeFile('/m.xml', fs.readFileSync(path.join(ROOT, `${name}.xml`), 'utf8'));
  const m = mj.MjModel.mj_loadXML('/m.xml');
  for (let solver = 0; solver < 3; solver++) {
    m.opt.solver = solver;
    const d = new mj.MjData(m);
    if (Number(m.nkey) > 0) mj.mj_resetDataKeyframe(m, d, 0);
    const counts = [];
    for (let i = 0; i < STEPS; i++) {
      mj.mj_step(m, d);
      let sum = 0;
      for (let k = 0; k < Math.max(1, Math.min(20, d.nisland)); k++) sum += d.solver_niter[k];
      counts.push(sum);
    }
    lines.push(`${name} ${SOLVERS[solver]} ${counts.join(' ')}`);
    d.delete();
  }
  m.delete();
}
fs.writeFileSync(process.argv[2], `${lines.join('\n')}\n`);
