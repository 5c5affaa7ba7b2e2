// Hulls, polygons and trees of the reference for small meshes, for tests/asset/test_hull.c:
//   cd tools/oracle && npm ci
//   node hull.mjs ../../tests/golden/hull.txt
// Per mesh a line `mesh <name> <maxhullvert>`, then lines of a tag and numbers: v vertices as given,
// p mesh_pos mesh_quat, w mesh_vert, f mesh_face, g mesh_graph, x mesh_extrema, l mesh_polyvertnum,
// q mesh_polyvert, n mesh_polynormal, k mesh_polymapnum, m mesh_polymap, and of the tree: d depth,
// c child, i nodeid, b aabb.
import fs from 'node:fs';
import load from '@mujoco/mujoco';

const COMMAND = 'cd tools/oracle && npm ci && node hull.mjs ../../tests/golden/hull.txt';
const mj = await load({ print: () => {}, printErr: console.error });
const out = [`# ${COMMAND}`];
const emit = (tag, list) => out.push([tag, ...Array.from(list)].join(' '));

// ---- points

let state = 88172645463325252n;
function uniform() { // xorshift, in [-1, 1)
  state ^= (state << 13n) & ((1n << 64n) - 1n);
  state ^= state >> 7n;
  state ^= (state << 17n) & ((1n << 64n) - 1n);
  return Number(state >> 11n) * 2 ** -52 - 1;
}
const floats = (list) => list.map(Math.fround);
const cloud = (n, make) => floats(Array.from({ length: n }, make).flat());
const inBall = () => {
  for (;;) {
    const p = [uniform(), uniform(), uniform()];
    if (Math.hypot(...p) < 1) return p;
  }
};
const onBall = () => {
  const p = inBall();
  return p.map((x) => x / Math.hypot(...p));
};
const lattice = () => [uniform(), uniform(), uniform()].map((x) => Math.round(2 * x) / 2);
function ring(n, r, z, turn = 0) {
  return floats(Array.from({ length: n }, (_, i) => 2 * Math.PI * (i + turn) / n)
    .flatMap((a) => [r * Math.cos(a), r * Math.sin(a), z]));
}
const CUBE = Array.from({ length: 8 }, (_, i) => [i & 1 ? 1 : -1, i & 2 ? 1 : -1, i & 4 ? 1 : -1]).flat();
const duplicated = (list) => [...list, ...list];
// a box whose corners are cut a little: polygons that differ by a few buckets
const bevel = [1, -1].flatMap((x) => [1, -1].flatMap((y) => [1, -1].flatMap((z) =>
  [[x, 0.9 * y, 0.98 * z], [0.95 * x, y, 0.98 * z], [0.9 * x, 0.9 * y, z]]))).flat();
// Gables: points on both sides of y = 0, some on it, and a foot. Normals that point almost up share a
// bucket with those in the plane y = 0 that lean up to 0.005 to x, whose region is not convex.
const gable = (sides, ridge) => floats([...sides.flatMap(([x, y, z]) => [x, y, z, x, -y, z]),
  ...ridge.flatMap(([x, z]) => [x, 0, z]), 0, 0, -5]);
// three triangles that form one triangle, in a bucket that has another polygon
const shared = gable([[0.9, 0.45, -46e-5], [-0.25, 0.15, -3.9e-5], [0.95, 0.37, -51.4e-5]],
  [[-0.03, 0], [0.15, -1.1e-5]]);
// a polygon whose boundary comes to one vertex twice
const pinched = gable([[-0.461, 0.436, -20.5e-5], [0.632, 0.107, -21.7e-5],
  [-0.351, 0.43, -15.8e-5], [0.656, 0.469, -29.9e-5], [-0.205, 0.542, -16.2e-5],
  [0.588, 0.089, -16.6e-5]], [[-0.343, -5.8e-5], [0.549, -15.1e-5], [-0.46, -9.9e-5]]);
// three triangles that form one triangle and are alone: a polygon that runs backwards
const alone = [0, 0, 0, 1, 0, 0.5, 0, 1, 0.25, 0.3, 0.3, 0.2252, 0.3, 0.2, -1];

const MESHES = [
  ['cube', CUBE], ['twice', duplicated(CUBE)], ['tetrahedron', [0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 3]],
  ['prism', [...ring(12, 0.5, -0.3), ...ring(12, 0.5, 0.3)]],
  ['antiprism', [...ring(7, 0.5, -0.3), ...ring(7, 0.4, 0.3, 0.5)]],
  ['needle', [...ring(20, 0.1, 0), 0, 0, 3]], ['bevel', floats(bevel)],
  ['lattice', cloud(90, lattice)], ['solid', cloud(80, inBall)], ['round', cloud(70, onBall)],
  ['flat', cloud(40, () => onBall().map((x, k) => (k === 2 ? 1e-3 * x : x)))],
  ['far', cloud(30, () => inBall().map((x) => 100 + x))],
  ...[4, 5, 6, 8, 12, 20].map((k) => [`limit${k}`, cloud(60, onBall), k]),
  ['limitcube', CUBE, 6],
  ['alone', floats(alone)], ['shared', shared], ['pinched', pinched],
];

// ---- figures

const text = (list) => list.map((x) => (Object.is(x, -0) ? '-0' : String(x))).join(' ');

for (const [name, vert, limit = -1] of MESHES) {
  mj.FS.writeFile('/m.xml', `<mujoco><asset><mesh name="a" vertex="${text(vert)}" `
    + `maxhullvert="${limit}"/></asset><worldbody><geom type="mesh" mesh="a"/></worldbody></mujoco>`);
  const m = mj.MjModel.mj_loadXML('/m.xml');
  out.push(`mesh ${name} ${limit}`);
  emit('v', vert);
  emit('p', [...m.mesh_pos, ...m.mesh_quat]);
  emit('w', m.mesh_vert);
  emit('f', m.mesh_face);
  emit('g', m.mesh_graph);
  emit('x', m.mesh_extrema);
  emit('l', m.mesh_polyvertnum);
  emit('q', m.mesh_polyvert);
  emit('n', m.mesh_polynormal);
  emit('k', m.mesh_polymapnum);
  emit('m', m.mesh_polymap);
  const first = m.mesh_bvhadr[0], end = first + m.mesh_bvhnum[0];
  emit('d', m.bvh_depth.slice(first, end));
  emit('c', m.bvh_child.slice(2 * first, 2 * end));
  emit('i', m.bvh_nodeid.slice(first, end));
  emit('b', m.bvh_aabb.slice(6 * first, 6 * end));
  m.delete();
}
fs.writeFileSync(process.argv[2], out.join('\n') + '\n');
console.log(`${MESHES.length} meshes`);
