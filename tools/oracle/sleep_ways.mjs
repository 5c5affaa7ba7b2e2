// What the reference reports of trees that sleep, of tests/scenes/sleep_ways.xml:
//   cd tools/oracle && npm ci
//   node sleep_ways.mjs ../../tests/golden/sleep_ways.txt
// Runs: trees that start asleep, trees that fall asleep by themselves, trees that start asleep and
// are moved by a keyframe. A line is a field: run, step, name, numbers. Inputs are those of
// tests/step/test_sleep_ways.c.
import fs from 'node:fs';
import path from 'node:path';
import load from '@mujoco/mujoco';

const ROOT = path.resolve(path.dirname(process.argv[1]), '../..');
const FIELDS = ['tree_asleep', 'qpos', 'qvel', 'act', 'act_dot', 'qacc', 'qacc_smooth',
  'qacc_warmstart', 'qfrc_smooth', 'qfrc_bias', 'qfrc_passive', 'qfrc_constraint', 'qfrc_actuator',
  'qfrc_spring', 'qfrc_gravcomp', 'xpos', 'subtree_com', 'cvel', 'cacc', 'cam_xpos', 'cam_xmat',
  'light_xdir', 'ten_length', 'ten_velocity', 'ten_J', 'actuator_length', 'actuator_velocity',
  'actuator_force', 'M', 'qLDiagInv', 'sensordata', 'energy', 'body_awake', 'ncon', 'nefc'];
const STEPS = [0, 1, 2, 10, 11, 40, 149, 250];
const AUTO_ALLOWED = 2;

const mj = await load();
mj.FS.writeFile('/m.xml', fs.readFileSync(path.join(ROOT, 'tests/scenes/sleep_ways.xml'), 'utf8'));
const lines = ['# made by: cd tools/oracle && npm ci && node sleep_ways.mjs ../../tests/golden/sleep_ways.txt'];

for (const run of ['init', 'auto', 'key']) {
  const m = mj.MjModel.mj_loadXML('/m.xml');
  if (run === 'auto') for (let t = 0; t < m.ntree; t++) if (m.tree_sleep_policy[t] === 5) m.tree_sleep_policy[t] = AUTO_ALLOWED;
  const d = new mj.MjData(m);
  if (run === 'key') mj.mj_resetDataKeyframe(m, d, 0); else mj.mj_resetData(m, d);
  for (let i = 0; i <= STEPS.at(-1); i++) {
    if (STEPS.includes(i)) {
      for (const f of FIELDS) {
        const x = typeof d[f] === 'number' ? [d[f]] : [...d[f]];
        lines.push(`${run} ${i} ${f} ${x.join(' ')}`);
      }
    }
    d.ctrl[0] = i % 50 < 25 ? 0.5 : -0.5;  // the fan
    d.ctrl[1] = 0.1;
    d.ctrl[3] = i < 20 ? 0 : 0.01;
    if (i === 150) d.qfrc_applied[6] = 1;  // the box on the other
    mj.mj_step(m, d);
  }
}
fs.writeFileSync(process.argv[2], `${lines.join('\n')}\n`);
