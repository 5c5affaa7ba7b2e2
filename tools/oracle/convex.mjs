// Contacts and distances of the reference for convex pairs, as tests/collide/test_convex.c and
// tests/collide/test_geom_distance.c read them:
//   cd tools/oracle && npm ci && node convex.mjs
// writes to tests/golden: convex.txt (cases, see pair_golden.mjs), convex.bin (their contacts),
// convex_mesh.txt (arrays of all meshes and height fields of the cases, as compiled), and
// convex_dist.txt, convex_dist.bin: pairs of all types in the same form, and their distances. With a case name, seed and pose it prints that pose instead:
//   node convex.mjs mesh-mesh 1901 17
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import load from '@mujoco/mujoco';
import { writeGolden } from './pair_golden.mjs';

const GOLDEN = path.join(path.dirname(fileURLToPath(import.meta.url)), '../../tests/golden');
const HEADER = '# Made by tools/oracle/convex.mjs. name seed poses, half sizes around geom 1 and ' +
  'geom 2, geoms, assets.\n';

// ---- meshes and height fields

const text = (x) => x.map((v) => +v.toFixed(6)).join(' ');

function ring(n, r, z) { // n points on a circle
  const res = [];
  for (let i = 0; i < n; i++) {
    res.push(r * Math.cos(2 * Math.PI * i / n), r * Math.sin(2 * Math.PI * i / n), z);
  }
  return res;
}
function ball() { // latitudes of an ellipsoid, turned against each other
  const res = [0, 0, 0.3, 0, 0, -0.3];
  for (let k = 1; k < 6; k++) {
    const a = Math.PI * k / 6;
    for (let i = 0; i < 9; i++) {
      const b = 2 * Math.PI * (i + 0.37 * k) / 9;
      res.push(0.4 * Math.sin(a) * Math.cos(b), 0.35 * Math.sin(a) * Math.sin(b), 0.3 * Math.cos(a));
    }
  }
  return res;
}
const CUBE = [];
for (let i = 0; i < 8; i++) CUBE.push(i & 1 ? 0.25 : -0.25, i & 2 ? 0.375 : -0.375, i & 4 ? 0.5 : -0.5);

const MESH = {
  cube: CUBE,
  prism: [...ring(6, 0.375, -0.25), ...ring(6, 0.375, 0.25)],
  ball: ball(),
  wedge: [-0.5, -0.25, 0, 0.5, -0.25, 0, -0.5, 0.25, 0, 0.5, 0.25, 0, -0.5, 0, 0.375, 0.5, 0, 0.375],
  // an inner vertex: fewer hull vertices than vertices
  inner: [0, 0, 0, 0.5, 0, 0, -0.25, 0.4, 0, -0.25, -0.4, 0, 0, 0, 0.5, 0.02, 0.01, 0.1, 0, 0, -0.4],
  // a side of three triangles, two of which are one polygon: its corners share three polygons
  bent: [0, 0, 0, 0.5, 0, 0.25, 0, 0.5, 0.125, 0.15, 0.15, 0.113, 0.15, 0.1, -0.5],
};
const ROWS = 7, COLS = 9, FIELD_SIZE = [0.5, 0.375, 0.25, 0.125];
const heights = [];
for (let i = 0; i < ROWS * COLS; i++) heights.push(((i * 37) % 64) / 64);
heights[5] = 1;
heights[6] = 0;
const meshXml = (name) => `<mesh name="${name}" vertex="${text(MESH[name])}"/>`;
const FIELD_XML = `<hfield name="field" nrow="${ROWS}" ncol="${COLS}" size="${text(FIELD_SIZE)}" ` +
  `elevation="${text(heights)}"/>`;

const mj = await load({ print: () => {}, printErr: () => {} });

const FIELDS = ['mesh_vertadr', 'mesh_vertnum', 'mesh_graphadr', 'mesh_extrema', 'mesh_vert',
  'mesh_graph', 'mesh_polynum', 'mesh_polyadr', 'mesh_polynormal', 'mesh_polyvertadr',
  'mesh_polyvertnum', 'mesh_polyvert', 'mesh_polymapadr', 'mesh_polymapnum', 'mesh_polymap',
  'hfield_size', 'hfield_nrow', 'hfield_ncol', 'hfield_adr', 'hfield_data', 'geom_size', 'geom_rbound'];

function library() {
  const names = Object.keys(MESH);
  mj.FS.writeFile('/all.xml', `<mujoco><asset>${names.map(meshXml).join('')}${FIELD_XML}</asset>` +
    `<worldbody><geom type="hfield" hfield="field"/><body><freejoint/>` +
    `${names.map((n) => `<geom type="mesh" mesh="${n}"/>`).join('')}</body></worldbody></mujoco>`);
  const m = mj.MjModel.mj_loadXML('/all.xml');
  const lines = ['# Made by tools/oracle/convex.mjs: field, count, values; geoms: hfield, meshes',
    `names ${names.length} ${names.join(' ')}`];
  for (const f of FIELDS) lines.push(`${f} ${m[f].length} ${Array.from(m[f]).join(' ')}`);
  fs.writeFileSync(path.join(GOLDEN, 'convex_mesh.txt'), lines.join('\n') + '\n');
  const half = {};
  names.forEach((n, i) => { half[n] = Array.from(m.geom_size.slice(3 * i + 3, 3 * i + 6)); });
  m.delete();
  return half;
}

// ---- cases

const HALF = library();
const SHAPE = {
  plane: { e: [0, 0, 0], xml: 'type="plane" size="1 1 1"' },
  hfield: { e: [0.5, 0.375, 0.25], xml: 'type="hfield" hfield="field"', assets: FIELD_XML },
  sphere: { e: [0.25, 0.25, 0.25], xml: 'type="sphere" size=".25"' },
  capsule: { e: [0.125, 0.125, 0.5], xml: 'type="capsule" size=".125 .375"' },
  ellipsoid: { e: [0.25, 0.375, 0.125], xml: 'type="ellipsoid" size=".25 .375 .125"' },
  cylinder: { e: [0.25, 0.25, 0.375], xml: 'type="cylinder" size=".25 .375"' },
  box: { e: [0.25, 0.5, 0.125], xml: 'type="box" size=".25 .5 .125"' },
};
for (const n of Object.keys(MESH)) {
  SHAPE[n] = { e: HALF[n], xml: `type="mesh" mesh="${n}"`, assets: meshXml(n), name: 'mesh' };
}
// sizes that are no powers of 2: with them the order of products shows
const ODD = { plane: [], sphere: [0.21], capsule: [0.11, 0.32], ellipsoid: [0.23, 0.37, 0.13],
  cylinder: [0.29, 0.41], box: [0.23, 0.47, 0.11] };
for (const name of Object.keys(ODD)) {
  const [x, y, z] = ODD[name], xml = SHAPE[name].xml;
  const around = { sphere: [x, x, x], capsule: [x, x, x + y], cylinder: [x, x, y] };
  SHAPE['odd ' + name] = { name, e: name === 'plane' ? [0, 0, 0] : around[name] || [x, y, z],
    xml: name === 'plane' ? xml : xml.replace(/size=".*"/, `size="${text(ODD[name])}"`) };
}
const cases = [];
let seed = 1000;
function add(a, b, poses, margin = '', option = '') {
  const s = SHAPE[a], t = SHAPE[b], assets = new Set([s.assets || '', t.assets || '']);
  const name = `${s.name || a}-${t.name || b}`;
  const other = option ? `</asset><option${option}<asset>` : '';
  cases.push(`${name} ${++seed} ${poses} ${text(s.e)} ${text(t.e)} | ${s.xml}${margin} | ${t.xml} | ` +
    `${[...assets].join('')}${other}`);
}
const MARGIN = ' margin=".01"';
const PAIRS = [['sphere', 'ellipsoid'], ['capsule', 'ellipsoid'], ['capsule', 'cylinder'],
  ['ellipsoid', 'ellipsoid'], ['ellipsoid', 'cylinder'], ['ellipsoid', 'box'],
  ['cylinder', 'cylinder'], ['cylinder', 'box'], ['plane', 'ellipsoid']];
for (const [a, b] of PAIRS) {
  add(a, b, 1000);
  add(a, b, 1000, MARGIN);
}
for (const a of ['plane', 'sphere', 'capsule', 'ellipsoid', 'cylinder', 'box']) {
  add(a, 'cube', 500);
  add(a, 'prism', 400);
  add(a, 'ball', 500);
  add(a, 'cube', 300, MARGIN);
  add(a, 'ball', 300, MARGIN);
  if (a === 'plane') add(a, 'wedge', 300);
  if (a === 'plane') add(a, 'inner', 300);
}
for (const [a, b] of [['cube', 'cube'], ['cube', 'prism'], ['prism', 'wedge'], ['ball', 'ball'],
  ['prism', 'ball']]) {
  add(a, b, 300);
  add(a, b, 100, MARGIN);
}
for (const b of ['sphere', 'capsule', 'ellipsoid', 'cylinder', 'box', 'cube']) {
  add('hfield', b, 250);
  add('hfield', b, 250, MARGIN);
}
add('hfield', 'ball', 200);
// options
add('cylinder', 'box', 200, '', ' ccd_iterations="5"/>');
add('ellipsoid', 'ellipsoid', 200, '', ' ccd_iterations="120" ccd_tolerance="1e-9"/>');
add('cylinder', 'cylinder', 200, '', '><flag multiccd="disable"/></option>');
add('cube', 'prism', 200, '', '><flag multiccd="disable"/></option>');
add('capsule', 'cylinder', 200, ' margin="-.01"');
add('cube', 'prism', 200, ' margin="-.01"');
const lastSeed = seed;
seed = 3000;
for (const [a, b] of PAIRS) add('odd ' + a, 'odd ' + b, 300, seed % 2 ? MARGIN : '');
for (const a of ['box', 'cube', 'bent']) add(a, 'bent', 400);
seed = lastSeed;

// ---- run

function writeCases(stem) {
  fs.writeFileSync(path.join(GOLDEN, stem + '.txt'), HEADER + cases.join('\n') + '\n');
  cases.length = 0;
}
writeCases('convex');

const [name, number, pose] = process.argv.slice(2);
await writeGolden('convex', name && ((c, at, m, d) => {
  if (c.name !== name || c.seed !== Number(number) || at !== Number(pose)) return;
  console.log('pos', Array.from(d.geom_xpos), 'mat', Array.from(d.geom_xmat));
  for (let i = 0; i < d.ncon; i++) {
    const contact = d.contact.get(i);
    console.log(contact.dist, Array.from(contact.pos), Array.from(contact.frame).slice(0, 6));
    contact.delete();
  }
}));

// ---- distances: per pose, in both orders: distance, v(from), v(to) as doubles, v as in
// pair_golden.mjs; the largest distance is LIMITS[pose % 6]

const modelText = (c) => `<mujoco><asset>${c.assets}</asset><worldbody><geom ${c.geom1}/>` +
  `<body><freejoint/><geom ${c.geom2}/></body></worldbody></mujoco>`;
const LIMITS = [1e10, 0.5, 1, 0.05, 0, 1e11];
const DIST_SHAPES = [...Object.keys(SHAPE).slice(0, 7), 'cube', 'ball'];

function distances(c, pose, from, loaded, records) {
  const { m, d, fromto } = loaded;
  d.geom_xpos.set(from.geom_xpos);
  d.geom_xmat.set(from.geom_xmat);
  for (const [i, j] of [[0, 1], [1, 0]]) {
    const dist = mj.mj_geomDistance(m, d, i, j, LIMITS[pose % 6], fromto);
    const x = fromto.GetView(), record = Buffer.alloc(24);
    record.writeDoubleLE(dist, 0);
    record.writeDoubleLE(x[0] + 1.25 * x[1] + 1.5625 * x[2], 8);
    record.writeDoubleLE(x[3] + 1.25 * x[4] + 1.5625 * x[5], 16);
    records.push(record);
  }
}

if (!name) {
  for (let i = 0; i < DIST_SHAPES.length; i++) {
    for (let j = i; j < DIST_SHAPES.length; j++) {
      if (j > 1) add(DIST_SHAPES[i], DIST_SHAPES[j], 60);
    }
  }
  writeCases('convex_dist');
  const records = [], fromto = new mj.DoubleBuffer(6);
  let last, loaded;
  await writeGolden('convex_dist', (c, at, m, d) => {
    if (c !== last) {
      last = c;
      mj.FS.writeFile('/pair.xml', modelText(c));
      const own = mj.MjModel.mj_loadXML('/pair.xml');
      loaded = { m: own, d: new mj.MjData(own), fromto };
      mj.mj_forward(loaded.m, loaded.d);
    }
    distances(c, at, d, loaded, records);
  });
  fs.writeFileSync(path.join(GOLDEN, 'convex_dist.bin'), Buffer.concat(records));
}
