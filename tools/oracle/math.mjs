// Runs every mju_ and mjd_ function that the reference exposes on pseudo-random inputs and edge
// cases, and prints what tests/math/test_math_golden.c reads:
//   cd tools/oracle && npm ci && node math.mjs > ../../tests/golden/math.txt
// One line per call: name, inputs, "=", outputs (the returned value first). A value is a number,
// a comma-separated list, "-" for an empty list, or 'text with %-escapes. Buffers that a function
// only writes are filled with FILL before the call and are not listed as inputs.
import load from '@mujoco/mujoco';

let printed = '';
const mj = await load({ print: (line) => { printed += line + '\n'; } });
const FILL = 7.75;

// not run, with the reason
const EXCLUDED = {
  mju_standardNormal: 'random numbers: another generator',
  mju_writeNumBytes: 'the WebAssembly build aborts in it',
  mju_warningText: 'our messages are worded anew',
  mju_rayGeom: 'collision layer', mju_raySkin: 'collision layer',
  mju_getLogConfig: 'log', mju_setLogConfig: 'log', mju_message: 'log', mju_writeLog: 'log',
  mju_info: 'log', mju_threadpool: 'threads',
  mju_error: 'log', mju_warning: 'log', mju_clearHandlers: 'log', mju_setLogHandler: 'log',
  mju_getXMLDependencies: 'loader',
  mjd_inverseFD: 'engine', mjd_transitionFD: 'engine',
};

// ---- deterministic inputs with three decimals

let state = 2463534242;
function uniform() {
  state ^= state << 13; state >>>= 0;
  state ^= state >>> 17;
  state ^= state << 5; state >>>= 0;
  return state / 4294967296;
}
const num = (lo = -2, hi = 2) => Math.round((lo + (hi - lo) * uniform()) * 1000) / 1000;
const int = (lo, hi) => lo + Math.floor(uniform() * (hi - lo + 1));
const vec = (n, lo, hi) => Array.from({ length: n }, () => num(lo, hi));
const unit = (n) => {
  for (;;) {
    const v = vec(n);
    const norm = Math.hypot(...v);
    if (norm > 0.1) return v.map((x) => x / norm);
  }
};
const times = (count, fn) => { for (let k = 0; k < count; k++) fn(k); };
const SIZES = [0, 1, 2, 3, 5, 6, 8, 13, 17, 19];  // every rest of a division by four, several times
const isText = (x) => typeof x === 'string';

// ---- calls and lines

const lines = [];
const seen = new Set();
const out = (n) => ({ kind: 'out', make: mj.DoubleBuffer, value: Array(n).fill(FILL) });
const outInt = (n) => ({ kind: 'out', make: mj.IntBuffer, value: Array(n).fill(-7) });
const outFloat = (n) => ({ kind: 'out', make: mj.FloatBuffer, value: Array(n).fill(FILL) });
const inout = (v) => ({ kind: 'inout', make: mj.DoubleBuffer, value: v });
const inoutInt = (v) => ({ kind: 'inout', make: mj.IntBuffer, value: v });

function number(x) {
  if (typeof x === 'boolean') return x ? '1' : '0';
  if (Number.isNaN(x)) return 'nan';
  if (Object.is(x, -0)) return '-0';
  if (!Number.isFinite(x)) return x > 0 ? 'inf' : '-inf';
  return String(x).replace('e+', 'e');
}
function format(x) {
  if (isText(x)) return "'" + encodeURIComponent(x);
  if (typeof x === 'number' || typeof x === 'boolean') return number(x);
  return x.length ? Array.from(x, number).join(',') : '-';
}
function emit(name, inputs, outputs) {
  seen.add(name);
  lines.push([name, ...inputs.map(format), '=', ...outputs.map(format)].join(' '));
}
// calls the reference; returns { ret, outs }
function run(name, args) {
  const buffers = [];
  const actual = args.map((a) => {
    if (!a || !a.kind) return a;
    const buffer = a.make.FromArray(a.value);
    buffers.push(buffer);
    return buffer;
  });
  const ret = mj[name](...actual);
  const outs = buffers.map((b) => Array.from(b.GetView()));
  buffers.forEach((b) => b.delete());
  return { ret, outs };
}
function call(name, ...args) {
  const inputs = args.filter((a) => a.kind !== 'out').map((a) => (a.kind ? a.value : a));
  const { ret, outs } = run(name, args);
  emit(name, inputs, [...(ret === undefined ? [] : [ret]), ...outs]);
}

// ---- fixed-size vectors and quaternions

const VECS = [[0, 0, 0], [1, 0, 0], [0, 0, -1], [1e-16, 0, 0], [0, 1e-15, 0], [3, 4, 0],
  [1e-8, -1e-8, 1e-8], [1e200, 1, 1], [NaN, 1, 2], [1e8, 2e8, 3e8]];
const QUATS = [[1, 0, 0, 0], [-1, 0, 0, 0], [0, 1, 0, 0], [0, 0, -1, 0], [0, 0, 0, 0], [2, 0, 0, 0],
  [1, 1e-9, 0, 0], [1, 0, 1e-16, 0], [0.5, 0.5, 0.5, 0.5], [-0.5, 0.5, -0.5, 0.5],
  [1.0000000000000002, 0, 0, 0], [0.6, 0, 0.8, 0], [1e-16, 0, 0, 0], [1, 2, 3, 4], [-0, 1, 0, 0]];
const someVec = (k) => (k < VECS.length ? VECS[k] : vec(3));
const someQuat = (k) => (k < QUATS.length ? QUATS[k] : unit(4));
const NV = VECS.length + 5, NQ = QUATS.length + 8;

call('mju_zero3', out(3)); call('mju_zero4', out(4)); call('mju_unit4', out(4));
call('mju_copy3', out(3), [1, -0, 3]); call('mju_copy4', out(4), [1, 2, 3, 4]);
times(NV, (k) => {
  const v = someVec(k);
  call('mju_scl3', out(3), v, num());
  call('mju_add3', out(3), v, vec(3));
  call('mju_sub3', out(3), v, vec(3));
  call('mju_addTo3', inout(vec(3)), v);
  call('mju_subFrom3', inout(vec(3)), v);
  call('mju_addToScl3', inout(vec(3)), v, num());
  call('mju_addScl3', out(3), v, vec(3), num());
  call('mju_normalize3', inout(v));
  call('mju_norm3', v);
  call('mju_dot3', v, vec(3));
  call('mju_dist3', v, vec(3));
  call('mju_mulMatVec3', out(3), vec(9), v);
  call('mju_mulMatTVec3', out(3), vec(9), v);
  call('mju_cross', out(3), v, vec(3));
  call('mju_quatZ2Vec', out(4), v);
});
for (const v of [[1e-10, 0, -1], [1e-14, 0, 1], [1e-16, 0, -1], [0, 2e-15, -1], [0, 0, 5],
  [1e-8, 1e-8, 1], [0, 1, 0], [1e-4, 0, -1e4]]) call('mju_quatZ2Vec', out(4), v);
times(NQ, (k) => {
  const q = someQuat(k);
  call('mju_normalize4', inout(q));
  call('mju_negQuat', out(4), q);
  call('mju_mulQuat', out(4), q, unit(4));
  call('mju_mulQuatAxis', out(4), q, vec(3));
  call('mju_quat2Vel', out(3), q, num(0.01, 2));
  call('mju_subQuat', out(3), q, someQuat(k % 3 ? NQ : (k + 4) % NQ));
  call('mju_quat2Mat', out(9), q);
  call('mju_derivQuat', out(4), q, vec(3));
  call('mju_quatIntegrate', inout(q), someVec(k === 7 ? NV : k), num(-1, 1));
  call('mju_mulPose', out(3), out(4), vec(3), q, vec(3), unit(4));
  call('mju_negPose', out(3), out(4), vec(3), q);
  call('mju_trnVecPose', out(3), vec(3), q, vec(3));
  call('mju_rotVecQuat', out(3), k % 5 ? vec(3) : [0, 0, 0], q);
  call('mjd_subQuat', q, someQuat(k % 4 ? NQ : k), out(9), out(9));
});
call('mju_quatIntegrate', inout([1, 0, 0, 0]), [0, 0, 0], 1);
call('mju_quatIntegrate', inout(unit(4)), vec(3), 0);
call('mjd_subQuat', [1, 1e-8, 0, 0], [1, 0, 0, 0], out(9), out(9));
call('mjd_subQuat', [1, 1e-7, 0, 0], [1, 0, 0, 0], out(9), out(9));
for (const a of [0, 1e-20, 1e-9, 3, -7, 1e5, 0.5]) {
  call('mju_axisAngle2Quat', out(4), a > 1 ? [1, 2, 3] : unit(3), a);
}
for (const scale of [0, 1e-9, 1e-4, 0.01, 0.03, 0.032, 0.5, -2, 3.2]) {
  const vel = scale > 0.02 && scale < 0.04 ? [0, 1, 0] : vec(3);
  call('mjd_quatIntegrate', vel, scale, out(9), out(9), out(3));
}
call('mjd_quatIntegrate', [0, 0, 0], 1, out(9), out(9), out(3));
times(12, (k) => {
  const r = run('mju_quat2Mat', [out(9), unit(4)]).outs[0];
  call('mju_mat2Quat', out(4), k < 4 ? vec(9) : r);
});
for (const m of [[1, 0, 0, 0, 1, 0, 0, 0, 1], [-1, 0, 0, 0, -1, 0, 0, 0, 1], Array(9).fill(0),
  [1, 0, 0, 0, -1, 0, 0, 0, -1], [-1, 0, 0, 0, 1, 0, 0, 0, -1], [-1, 0, 0, 0, -1, 0, 0, 0, -1],
  [0, 1, 0, 1, 0, 0, 0, 0, -1], [-0.5, 0, 0, 0, 0.25, 0, 0, 0, 0.25]]) {
  call('mju_mat2Quat', out(4), m);
  call('mju_mat2Rot', inout([1, 0, 0, 0]), m);
}
times(10, (k) => {
  const m = vec(9, -1, 1).map((x, i) => (i % 4 ? x : x + 2));
  call('mju_mat2Rot', inout(k % 2 ? unit(4) : [1, 0, 0, 0]), m);
});
for (const seq of ['xyz', 'XYZ', 'zyx', 'ZYX', 'xYz', 'ZxZ', 'xxx', 'yZX', 'zxz', 'Yxy']) {
  call('mju_euler2Quat', out(4), vec(3, -4, 4), seq);
}
call('mju_euler2Quat', out(4), [0, 0, 0], 'xyz');
times(6, (k) => {
  call('mju_transformSpatial', out(6), vec(6), k % 2, vec(3), vec(3),
    run('mju_quat2Mat', [out(9), unit(4)]).outs[0]);
});

// ---- vectors and matrices of any size

for (const n of SIZES) {
  const v = vec(n), w = vec(n);
  call('mju_zero', out(n), n);
  call('mju_fill', out(n), num());
  call('mju_copy', out(n), v);
  call('mju_sum', v, n);
  call('mju_L1', v, n);
  call('mju_scl', out(n), v, num());
  call('mju_add', out(n), v, w);
  call('mju_sub', out(n), v, w);
  call('mju_addTo', inout(v), w);
  call('mju_subFrom', inout(v), w);
  call('mju_addToScl', inout(v), w, num());
  call('mju_addScl', out(n), v, w, num());
  call('mju_norm', v, n);
  call('mju_dot', v, w);
  call('mju_isZero', v, n);
  call('mju_isZero', Array(n).fill(0), n);
  if (n) {
    call('mju_normalize', inout(v), n);
    call('mju_normalize', inout(Array(n).fill(1e-17)), n);
    call('mju_isZero', [...Array(n - 1).fill(0), NaN], n);
  }
  call('mju_eye', out(n * n));
  call('mju_symmetrize', out(n * n), vec(n * n), n);
  call('mju_mulVecMatVec', v, vec(n * n), w);
  const m = [1, 4, 7, 2][n % 4];
  call('mju_mulMatVec', out(n), vec(n * m), vec(m), n, m);
  call('mju_mulMatTVec', out(m), vec(n * m), vec(n), n, m);
  call('mju_transpose', out(n * m), vec(n * m), n, m);
  const c = [3, 5, 1, 9][n % 4];
  call('mju_mulMatMat', out(n * c), vec(n * m), vec(m * c), n, m, c);
  call('mju_mulMatMatT', out(n * c), vec(n * m), vec(c * m), n, m, c);
  call('mju_mulMatTMat', out(n * c), vec(m * n), vec(m * c), m, n, c);
  call('mju_sqrMatTD', out(n * n), vec(m * n), vec(m), m, n);
  call('mju_insertionSort', inout(vec(n)));
  call('mju_insertionSortInt', inoutInt(Array.from({ length: n }, () => int(-9, 9))));
  call('mju_f2n', out(n), Array.from(new Float32Array(v)));
  call('mju_n2f', outFloat(n), v);
  call('mju_d2n', out(n), v);
  call('mju_n2d', out(n), v);
}
call('mju_n2f', outFloat(4), [1e300, 0.1, 1e-46, NaN]);

// ---- sparse

for (const [nr, nc] of [[1, 1], [2, 3], [5, 4], [8, 8], [0, 3]]) {
  const dense = vec(nr * nc).map((x) => (uniform() < 0.4 ? x : 0));
  const count = dense.filter((x) => x !== 0).length;
  for (const room of [count, count - 1, count + 2]) {
    if (room < 0) continue;
    call('mju_dense2sparse', out(room), dense, nr, nc, outInt(nr), outInt(nr), outInt(room));
  }
  const size = Math.max(count, 1);
  const { outs } = run('mju_dense2sparse',
    [out(size), dense, nr, nc, outInt(nr), outInt(nr), outInt(size)]);
  const [val, rownnz, rowadr, colind] = outs;
  call('mju_sparse2dense', out(nr * nc), val, nr, nc, rownnz, rowadr, colind);
  printed = '';
  mj.mju_printMatSparse(val, rownnz, rowadr, colind);
  emit('mju_printMatSparse', [val, rownnz, rowadr, colind], [printed]);
  printed = '';
  mj.mju_printMat(dense.map((x) => x * 1e3), nr, nc);
  emit('mju_printMat', [dense.map((x) => x * 1e3), nr, nc], [printed]);
}
printed = '';
mj.mju_printMat([NaN, 1 / 3, -1e15, 1e-9, -0.5, 0], 2, 3);
emit('mju_printMat', [[NaN, 1 / 3, -1e15, 1e-9, -0.5, 0], 2, 3], [printed]);
for (const n of [1, 3, 8]) {
  const lower = vec(n * n).map((x, i) => {
    const r = Math.floor(i / n), c = i % n;
    return c > r ? 0 : c === r || uniform() < 0.4 ? x || 1 : 0;
  });
  const { outs } = run('mju_dense2sparse',
    [out(n * n), lower, n, n, outInt(n), outInt(n), outInt(n * n)]);
  const colind = outs[3].map((c) => Math.max(c, 0));
  call('mju_sym2dense', out(n * n), outs[0], n, outs[1], outs[2], colind);
}

// ---- Cholesky, dense and banded

const spd = (n, add = 1) => {
  const a = vec(n * n, -1, 1);
  return Array.from({ length: n * n }, (_, i) => {
    const r = Math.floor(i / n), c = i % n;
    let s = r === c ? add : 0;
    for (let k = 0; k < n; k++) s += a[r * n + k] * a[c * n + k];
    return Math.round(s * 1e4) / 1e4;
  });
};
for (const n of SIZES) {
  const a = spd(n);
  call('mju_cholFactor', inout(a), 0);
  const L = run('mju_cholFactor', [inout(a), 0]).outs[0];
  call('mju_cholSolve', out(n), L, vec(n));
  call('mju_cholUpdate', inout(L), inout(vec(n)), 1);
  call('mju_cholUpdate', inout(L), inout(vec(n, -0.3, 0.3)), 0);
}
for (const [a, mindiag] of [[[4, 9, 2, 1], 0], [[4, 9, 2, 1], 1e-8], [[-4, 9, 2, 1], 1e-8],
  [[0, 9, 2, 1], 0], [[-1, 9, 2, 1], 0], [[1, 0, 0, 0.5, -2, 0, 0.25, 0.5, 3], 0.1],
  [[1, 0, 0, 1, 1, 0, 1, 1, 1], 1e-10], [[1e-20], 0]]) call('mju_cholFactor', inout(a), mindiag);
for (const [x, plus] of [[[5, 1], 0], [[1, 5], 0], [[2, 1], 0], [[0, 1], 1], [[0, 0], 0]]) {
  call('mju_cholUpdate', inout([2, 9, 1, 1.5]), inout(x), plus);
}
for (const [nt, nb, nd] of [[1, 1, 0], [3, 2, 0], [5, 2, 1], [8, 3, 2], [9, 1, 0], [4, 0, 4],
  [10, 4, 0], [12, 3, 5], [17, 6, 1], [5, 5, 0]]) {
  for (let i = 0; i < nt; i += 3) call('mju_bandDiag', i, nt, nb, nd);
  call('mju_bandDiag', nt - 1, nt, nb, nd);
  const size = (nt - nd) * nb + nd * nt;
  const dense = vec(nt * nt, -0.5, 0.5)
    .map((x, i) => (i % (nt + 1) ? x : Math.abs(x) + nt / 2 + 1));
  call('mju_dense2Band', out(size), dense, nt, nb, nd);
  const band = run('mju_dense2Band', [out(size), dense, nt, nb, nd]).outs[0];
  call('mju_band2Dense', out(nt * nt), band, nt, nb, nd, true);
  call('mju_band2Dense', out(nt * nt), band, nt, nb, nd, false);
  const nvec = 1 + nt % 2;
  call('mju_bandMulMatVec', out(nt * nvec), band, vec(nt * nvec), nt, nb, nd, nvec, true);
  call('mju_bandMulMatVec', out(nt * nvec), band, vec(nt * nvec), nt, nb, nd, nvec, false);
  call('mju_cholFactorBand', inout(band), nt, nb, nd, 0, 0);
  call('mju_cholFactorBand', inout(band), nt, nb, nd, 0.5, 0.25);
  const L = run('mju_cholFactorBand', [inout(band), nt, nb, nd, 0, 0]).outs[0];
  call('mju_cholSolveBand', out(nt), L, vec(nt), nt, nb, nd);
  for (const bad of [0, nt - 1, nt >> 1]) {  // a pivot that fails
    const broken = band.slice();
    broken[mj.mju_bandDiag(bad, nt, nb, nd)] = bad ? -1 : 1e-16;
    call('mju_cholFactorBand', inout(broken), nt, nb, nd, 0, 0);
  }
}
call('mju_cholFactorBand', inout([1e-15, 4]), 2, 1, 0, 0, 0);
call('mju_cholFactorBand', inout([-1, 4]), 2, 1, 0, 2, 0.5);
call('mju_cholFactorBand', inout([-3, 4]), 2, 1, 0, 2, 0.5);

// ---- eigenvalues

const EIG = [[1, 0, 0, 0, 2, 0, 0, 0, 3], [3, 0, 0, 0, 2, 0, 0, 0, 1], [2, 0, 0, 0, 2, 0, 0, 0, 2],
  Array(9).fill(0), [1, 0, 0, 0, 3, 0, 0, 0, 2], [2, 0, 0, 0, 1, 0, 0, 0, 3],
  [2, 0, 0, 0, 3, 0, 0, 0, 1], [1, 1, 1, 1, 1, 1, 1, 1, 1], [1, 2, 0, 2, 1, 0, 0, 0, 1],
  [1, 0, 2, 0, 1, 0, 2, 0, 1], [1, 0, 0, 0, 1, 2, 0, 2, 1], [-1, 0.5, 0, 0.5, -2, 0, 0, 0, 5],
  [1, 1e-13, 0, 1e-13, 2, 0, 0, 0, 3], [1e-13, 0, 0, 0, 2e-13, 0, 0, 0, 3e-13],
  [1, 1e-7, 0, 1e-7, 1, 0, 0, 0, 1], [1e6, 3e5, 0, 3e5, 2e6, 1, 0, 1, 3]];
times(EIG.length + 25, (k) => {
  const a = vec(9);
  const m = k < EIG.length ? EIG[k] : [a[0], a[1], a[2], a[1], a[4], a[5], a[2], a[5], a[8]];
  call('mju_eig3', out(3), out(9), out(4), m);
});

// ---- quadratic programs: returned value, solution, lower triangle of R, index

function boxQP(start, H, g, lower, upper) {
  const n = start.length;
  const { ret, outs: [res, R, index] } = run('mju_boxQP',
    [inout(start), out(n * (n + 7)), outInt(n), H, g, lower, upper]);
  const nfree = Math.max(ret, 0);
  const tri = [];
  for (let i = 0; i < nfree; i++) for (let j = 0; j <= i; j++) tri.push(R[i * nfree + j]);
  emit('mju_boxQP', [start, H, g, lower, upper], [ret, res, tri, index.slice(0, nfree)]);
}
const I2 = [1, 0, 0, 1];
boxQP([0, 0], I2, [-1, -2], [-9, -9], [9, 9]);
boxQP([0, 0], I2, [-1, -2], [-0.5, -0.5], [0.5, 0.5]);
boxQP([0.5, 0.5], I2, [-0.5, -2], [-0.5, -0.5], [0.5, 0.5]);
boxQP([0, 0], I2, [-0.5, -2], [-0.5, -0.5], [0.5, 0.5]);
boxQP([100, -100], I2, [-0.25, 0.25], [-0.5, -0.5], [0.5, 0.5]);
boxQP([0, 0], [-1, 0, 0, 1], [-1, -2], [-5, -5], [5, 5]);
boxQP([0, 0], [1, 3, 3, 1], [-1, -2], [-5, -5], [5, 5]);
boxQP([0, 0], [1, 1, 1, 1], [-1, -1], [-5, -5], [5, 5]);
boxQP([5, 5], [0, 0, 0, 0], [-1, -1], [-5, -5], [5, 5]);
boxQP([0, 0], I2, [1, -2], [-Infinity, -5], [Infinity, 5]);
boxQP([NaN, 0], I2, [1, -2], [-5, -5], [5, 5]);
boxQP([0, 0], [2, 77, 1, 2], [-1, -5], [-9, -9], [9, 9]);
for (const n of [1, 2, 3, 5, 8, 17]) {
  times(n < 17 ? 5 : 2, (k) => {
    const width = [0.1, 0.3, 1, 3, 30][k];
    boxQP(k % 2 ? vec(n) : Array(n).fill(0), spd(n, 0.5), vec(n), vec(n, -width - 0.01, -0.005),
      vec(n, 0.005, width + 0.01));
  });
}

// ---- muscles, contacts, springs

const MUSCLE = [0.75, 1.05, -1, 200, 0.5, 1.6, 1.5, 1.3, 1.2];
const muscle = (k) => [MUSCLE, [0.8, 1.2, 35, 100, 0.6, 1.5, 2, 1.1, 1.4],
  [0.75, 0.75, 10, 100, 1, 1, 0, 1.3, 1]][k % 3];
times(40, (k) => {
  const range = k % 7 === 6 ? [0.2, 0.2] : [0.1, 0.4];
  const len = num(-0.4, 1.2), acc0 = k % 11 === 10 ? 0 : num(0.1, 5);
  call('mju_muscleGain', len, num(-1.5, 1.5), range, acc0, muscle(k));
  call('mju_muscleBias', len, range, acc0, muscle(k));
  call('mju_muscleDynamics', num(-0.5, 1.5), num(-0.5, 1.5),
    k % 2 ? [0.01, 0.04, 0] : [0.01, 0.04, num(0.05, 2)]);
});
call('mju_muscleDynamics', 0.5, 0.5, [0.01, 0.04, 0]);
call('mju_muscleDynamics', 1, 0, [0, 0, 0]);
// the binding takes the length of mu as dim, although it asks for arrays of one friction more
for (const dim of [2, 3, 4, 6]) {
  const mu = vec(dim, 0.1, 1);
  call('mju_encodePyramid', out(2 * dim), vec(dim + 1, -1, 5), mu);
  call('mju_decodePyramid', out(dim + 1), vec(2 * dim, 0, 3), mu);
}
// dim 1: its encoder writes nothing, ours the one coordinate that its decoder reads
call('mju_decodePyramid', out(2), [1.5, 2], [0.5]);
for (const [Kp, Kv] of [[1, 0], [4, 4], [4, 5], [4, 1], [0, 0], [0, 3], [-1, 0.5], [4, 4 + 1e-8],
  [4, 4 - 1e-8], [1, -3], [1e4, 1e3], [1e4, 1]]) {
  call('mju_springDamper', num(), num(), Kp, Kv, 0.5);
  call('mju_springDamper', num(), num(), Kp, Kv, 0);
}

// ---- numbers and names

const PAIRS = [[1, 2], [2, 1], [0, -0], [-0, 0], [NaN, 0], [0, NaN], [-Infinity, 5], [3, 3]];
for (const [a, b] of PAIRS) { call('mju_min', a, b); call('mju_max', a, b); }
for (const p of [[NaN, 0, 1], [0.5, 0, 1], [-1, 0, 1], [2, 0, 1], [0.5, 2, 1], [-0, 0, 1]]) {
  call('mju_clip', ...p);
}
for (const x of [0, -0, NaN, 1e-300, -3, Infinity]) call('mju_sign', x);
for (const x of [0.5, -0.5, 1.5, 2.5, -2.5, 0.49999999999999994, 1e10, -1e10, NaN, Infinity,
  2147483646.5, 2147483647.5, -2147483648.4, -2147483647.5, 1e300, 7.2]) call('mju_round', x);
for (const x of [0, 1e10, -1e10, 1.0001e10, -2e10, NaN, Infinity]) call('mju_isBad', x);
for (const x of [-1, 0, 1e-9, 0.1, 0.3, 0.5, 0.7, 0.999, 1, 2, NaN]) call('mju_sigmoid', x);
for (const [i, b] of [[0, 2], [1, 2], [2, 2], [5, 3], [100, 7], [-1, 2], [1000000, 2],
  [12345, 5]]) {
  call('mju_Halton', i, b);
}
// the binding reads a NULL result as the text at address 0
const typeName = (type) => mj.mju_type2Str(type).replace(/^emsc$/, '');
for (let type = -1; type < 28; type++) emit('mju_type2Str', [type], [typeName(type)]);
for (const type of [99, 100, 101, 102, 103, 104]) emit('mju_type2Str', [type], [typeName(type)]);
for (let type = 1; type < 26; type++) call('mju_str2Type', mj.mju_type2Str(type));
for (const name of ['', 'Body', 'frame', 'default', 'nothing', 'key ']) call('mju_str2Type', name);

// ---- bits of sines, cosines and angles: ordinary ones, near multiples of pi/4, where the reduction
// changes its way, and up to where it changes for good (2^20 pi/2)

const angle = (x) => {
  call('mju_axisAngle2Quat', out(4), [1, 0, 0], 2 * x);
  call('mju_axisAngle2Quat', out(4), [1, 0, 0], -2 * x);
};
times(100, () => angle(8 * uniform()));
times(40, () => angle(2 ** (-30 + 50 * uniform())));
for (let k = 1; k <= 20; k++) {
  for (const spread of [1e-5, 1e-6, 1e-9, 1e-14]) {
    times(2, () => angle(k * Math.PI / 4 * (1 + spread * (uniform() - 0.5))));
  }
  angle(Math.floor(2 ** (20 * uniform())) * Math.PI / 2);
}
// the sine is a power of 2, so that the axis has no rounding
times(150, () => {
  call('mju_quat2Vel', out(3), [uniform() * 2 ** int(-3, 3), 2 ** int(-3, 3), 0, 0], 1);
  call('mju_quat2Vel', out(3), [-uniform() * 2 ** int(-3, 3), 2 ** int(-3, 3), 0, 0], 1);
});

// ---- nothing may be missing

const exposed = Object.keys(mj).filter((key) => /^mj[ud]_/.test(key));
const missing = exposed.filter((name) => !seen.has(name) && !(name in EXCLUDED));
if (missing.length) throw new Error('not covered: ' + missing.join(' '));

console.log('# Figures of MuJoCo 3.12.0 (@mujoco/mujoco, WebAssembly) for '
  + 'tests/math/test_math_golden.c.');
console.log('# Made by: cd tools/oracle && npm ci && node math.mjs > ../../tests/golden/math.txt');
console.log(lines.join('\n'));
