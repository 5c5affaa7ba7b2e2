// Constraint rows of the reference on random states, for tests/constraint/test_rows.c:
//   cd tools/oracle && npm ci && node rows.mjs > ../../tests/golden/rows.txt
// "model <file>" begins a model, "case cone jacobian solver disable enable" a case of it, then one line per array:
// name, values. "contact" is one contact of the list, with the fields of CONTACT; they are given to the test, so that it
// does not depend on collision detection. Matrices are told by their product with the vector w_i = cos(i + 1):
// Jw, Yw, ARw.
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import load from '@mujoco/mujoco';

const TESTS = path.join(path.dirname(fileURLToPath(import.meta.url)), '../../tests');
const MODELS = ['golden/rows_equality.xml', 'golden/rows_contact.xml', 'golden/rows_static.xml'];
// in dense mode the reference keeps rows of zeros for contacts without dofs
const SPARSE_ONLY = 'golden/rows_static.xml';
const CONTACT = ['dist', 'pos', 'frame', 'includemargin', 'friction', 'solref', 'solreffriction', 'solimp', 'adhesion',
  'dim', 'geom', 'exclude', 'mu', 'efc_address'];
const ROWS = ['efc_type', 'efc_id', 'efc_pos', 'efc_margin', 'efc_frictionloss', 'efc_diagA', 'efc_KBIP', 'efc_R',
  'efc_D', 'efc_vel', 'efc_aref', 'tendon_efcadr'];
const CSR = ['efc_J_rownnz', 'efc_J_rowadr', 'efc_J_rowsuper', 'efc_J_colind'];
const PYRAMIDAL = 0, ELLIPTIC = 1, DENSE = 0, SPARSE = 1, PGS = 0, NEWTON = 2;
const REFSAFE = 1 << 12, OVERRIDE = 1 << 0, DIAGEXACT = 1 << 5;
const CASES = [
  [PYRAMIDAL, DENSE, NEWTON, 0, 0], [ELLIPTIC, DENSE, NEWTON, 0, 0],
  [PYRAMIDAL, SPARSE, NEWTON, 0, 0], [ELLIPTIC, SPARSE, NEWTON, 0, 0],
  [ELLIPTIC, SPARSE, NEWTON, REFSAFE, 0], [PYRAMIDAL, DENSE, NEWTON, 0, OVERRIDE],
  [ELLIPTIC, SPARSE, NEWTON, 0, OVERRIDE], [PYRAMIDAL, SPARSE, NEWTON, 0, DIAGEXACT],
  [ELLIPTIC, DENSE, NEWTON, 0, DIAGEXACT], [PYRAMIDAL, DENSE, PGS, 0, 0], [ELLIPTIC, SPARSE, PGS, 0, 0],
  [PYRAMIDAL, SPARSE, PGS, 0, DIAGEXACT],
];

let seed = 2463534242;
function uniform(lo, hi) {
  seed ^= seed << 13; seed >>>= 0;
  seed ^= seed >>> 17;
  seed ^= seed << 5; seed >>>= 0;
  return Math.round((lo + (hi - lo) * (seed / 4294967296)) * 1e4) / 1e4;
}
const number = (x) => String(Object.is(x, -0) ? 0 : Number(x.toPrecision(15))).replace('e+', 'e');
const line = (name, x) => console.log([name, ...Array.from(x, number)].join(' '));
const weight = (i) => Math.cos(i + 1);

// mat w, dense (rownnz null) or CSR
function product(mat, nr, nc, rownnz, rowadr, colind) {
  const res = new Float64Array(nr);
  for (let i = 0; i < nr; i++) {
    if (rownnz) for (let k = rowadr[i]; k < rowadr[i] + rownnz[i]; k++) res[i] += mat[k] * weight(colind[k]);
    else for (let k = 0; k < nc; k++) res[i] += mat[i * nc + k] * weight(k);
  }
  return res;
}

function matrices(m, d, sparse, dual) {
  const csr = (name) => (sparse ? [d[name + '_rownnz'], d[name + '_rowadr'], d[name + '_colind']] : [null]);
  line('Jw', product(d.efc_J, d.nefc, m.nv, ...csr('efc_J')));
  if (!dual) return;
  line('Yw', product(d.efc_Y, d.nefc, m.nv, ...csr('efc_Y')));
  line('ARw', product(d.efc_AR, d.nefc, d.nefc, ...csr('efc_AR')));
  if (sparse) for (const name of ['efc_Y_rownnz', 'efc_AR_rownnz', 'efc_AR_rowadr']) line(name, d[name]);
}

function oneCase(mj, m, d, [cone, jacobian, solver, disable, enable]) {
  m.opt.cone = cone;
  m.opt.jacobian = jacobian;
  m.opt.solver = solver;
  m.opt.disableflags = disable | (1 << 18);  // islands off: a contact of two static bodies would be an error
  m.opt.enableflags = enable;
  mj.mj_resetData(m, d);
  for (let i = 0; i < m.nq; i++) d.qpos[i] += uniform(-0.02, 0.02) * (m.neq ? 15 : 1);
  for (let i = 0; i < m.nv; i++) d.qvel[i] = uniform(-1, 1);
  for (let i = 0; i < 3 * m.nmocap; i++) d.mocap_pos[i] += uniform(-0.01, 0.01);
  mj.mj_forward(m, d);
  line('case', [cone, jacobian, solver, disable, enable]);
  line('qpos', d.qpos);
  line('qvel', d.qvel);
  line('mocap_pos', d.mocap_pos);
  for (let i = 0; i < d.ncon; i++) {
    const con = d.contact.get(i);
    line('contact', CONTACT.flatMap((name) => (typeof con[name] === 'number' ? [con[name]] : Array.from(con[name]))));
  }
  line('size', [d.ne, d.nf, d.nl, d.nefc, d.nJ]);
  for (const name of ROWS) if (d[name].length) line(name, d[name]);
  if (jacobian === SPARSE) for (const name of CSR) line(name, d[name]);
  matrices(m, d, jacobian === SPARSE, solver === PGS);
  console.log('end');
}

const mj = await load();
console.log('# Figures of MuJoCo 3.12.0 (@mujoco/mujoco, WebAssembly). Made by: cd tools/oracle && npm ci && node rows.mjs');
for (const file of MODELS) {
  mj.FS.writeFile('/model.xml', fs.readFileSync(path.join(TESTS, file)));
  const m = mj.MjModel.mj_loadXML('/model.xml'), d = new mj.MjData(m);
  console.log('model ' + file);
  for (const c of CASES) if (file !== SPARSE_ONLY || c[1] === SPARSE) oneCase(mj, m, d, c);
  d.delete();
  m.delete();
}
