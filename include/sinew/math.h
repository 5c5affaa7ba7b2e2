// Mathematical functions of the API. Pure functions on arrays unless a comment says otherwise.
// Shapes: matrices are row-major, quaternions (w,x,y,z) with the Hamilton product, spatial vectors
// (6) have rotation before translation. "res" may be an operand in the functions of fixed size and
// in element-by-element ones, and must not be in matrix products and transposes.
#ifndef SINEW_MATH_H_
#define SINEW_MATH_H_

#include <math.h>
#include <stddef.h>

#include <sinew/export.h>
#include <sinew/extra.h>
#include <sinew/types.h>

#ifdef __cplusplus
extern "C" {
#endif

// ---- elementary functions: the same bits on every system

#define mju_sqrt sqrt
#define mju_abs fabs
#define mju_exp sn_exp
#define mju_log sn_log
#define mju_log10 sn_log10
#define mju_pow sn_pow
#define mju_sin sn_sin
#define mju_cos sn_cos
#define mju_tan sn_tan
#define mju_asin sn_asin
#define mju_acos sn_acos
#define mju_atan2 sn_atan2
#define mju_tanh sn_tanh
#define mju_floor sn_floor
#define mju_ceil sn_ceil

// ---- 3-vectors

// res = 0
MJAPI void mju_zero3(mjtNum res[3]);
// res = data
MJAPI void mju_copy3(mjtNum res[3], const mjtNum data[3]);
// res = vec * scl
MJAPI void mju_scl3(mjtNum res[3], const mjtNum vec[3], mjtNum scl);
// res = vec1 + vec2
MJAPI void mju_add3(mjtNum res[3], const mjtNum vec1[3], const mjtNum vec2[3]);
// res = vec1 - vec2
MJAPI void mju_sub3(mjtNum res[3], const mjtNum vec1[3], const mjtNum vec2[3]);
// res += vec
MJAPI void mju_addTo3(mjtNum res[3], const mjtNum vec[3]);
// res -= vec
MJAPI void mju_subFrom3(mjtNum res[3], const mjtNum vec[3]);
// res += vec * scl
MJAPI void mju_addToScl3(mjtNum res[3], const mjtNum vec[3], mjtNum scl);
// res = vec1 + vec2 * scl
MJAPI void mju_addScl3(mjtNum res[3], const mjtNum vec1[3], const mjtNum vec2[3], mjtNum scl);
// vec /= |vec|, or (1,0,0) if |vec| < mjMINVAL; returns the old |vec|
MJAPI mjtNum mju_normalize3(mjtNum vec[3]);
// |vec|
MJAPI mjtNum mju_norm3(const mjtNum vec[3]);
// vec1 . vec2
MJAPI mjtNum mju_dot3(const mjtNum vec1[3], const mjtNum vec2[3]);
// |pos1 - pos2|
MJAPI mjtNum mju_dist3(const mjtNum pos1[3], const mjtNum pos2[3]);
// res = mat vec
MJAPI void mju_mulMatVec3(mjtNum res[3], const mjtNum mat[9], const mjtNum vec[3]);
// res = mat' vec
MJAPI void mju_mulMatTVec3(mjtNum res[3], const mjtNum mat[9], const mjtNum vec[3]);
// res = a x b
MJAPI void mju_cross(mjtNum res[3], const mjtNum a[3], const mjtNum b[3]);

// ---- 4-vectors

// res = 0
MJAPI void mju_zero4(mjtNum res[4]);
// res = (1,0,0,0)
MJAPI void mju_unit4(mjtNum res[4]);
// res = data
MJAPI void mju_copy4(mjtNum res[4], const mjtNum data[4]);
// vec /= |vec|; (1,0,0,0) if |vec| < mjMINVAL, untouched if |vec| is 1 within mjMINVAL; returns the
// old |vec|
MJAPI mjtNum mju_normalize4(mjtNum vec[4]);

// ---- vectors of length n

// res = 0
MJAPI void mju_zero(mjtNum* res, int n);
// res = val in every element
MJAPI void mju_fill(mjtNum* res, mjtNum val, int n);
// res = vec; the two may overlap
MJAPI void mju_copy(mjtNum* res, const mjtNum* vec, int n);
// sum of the elements
MJAPI mjtNum mju_sum(const mjtNum* vec, int n);
// sum of the absolute values
MJAPI mjtNum mju_L1(const mjtNum* vec, int n);
// res = vec * scl
MJAPI void mju_scl(mjtNum* res, const mjtNum* vec, mjtNum scl, int n);
// res = vec1 + vec2
MJAPI void mju_add(mjtNum* res, const mjtNum* vec1, const mjtNum* vec2, int n);
// res = vec1 - vec2
MJAPI void mju_sub(mjtNum* res, const mjtNum* vec1, const mjtNum* vec2, int n);
// res += vec
MJAPI void mju_addTo(mjtNum* res, const mjtNum* vec, int n);
// res -= vec
MJAPI void mju_subFrom(mjtNum* res, const mjtNum* vec, int n);
// res += vec * scl
MJAPI void mju_addToScl(mjtNum* res, const mjtNum* vec, mjtNum scl, int n);
// res = vec1 + vec2 * scl
MJAPI void mju_addScl(mjtNum* res, const mjtNum* vec1, const mjtNum* vec2, mjtNum scl, int n);
// res /= |res|, or (1,0,0,...) if |res| < mjMINVAL; returns the old |res|
MJAPI mjtNum mju_normalize(mjtNum* res, int n);
// |res|
MJAPI mjtNum mju_norm(const mjtNum* res, int n);
// vec1 . vec2
MJAPI mjtNum mju_dot(const mjtNum* vec1, const mjtNum* vec2, int n);

// ---- dense matrices

// res (nr) = mat (nr x nc) vec (nc)
MJAPI void mju_mulMatVec(mjtNum* res, const mjtNum* mat, const mjtNum* vec, int nr, int nc);
// res (nc) = mat' (mat is nr x nc) vec (nr)
MJAPI void mju_mulMatTVec(mjtNum* res, const mjtNum* mat, const mjtNum* vec, int nr, int nc);
// vec1' mat vec2, mat (n x n)
MJAPI mjtNum mju_mulVecMatVec(const mjtNum* vec1, const mjtNum* mat, const mjtNum* vec2, int n);
// res (nc x nr) = mat' (mat is nr x nc)
MJAPI void mju_transpose(mjtNum* res, const mjtNum* mat, int nr, int nc);
// res = (mat + mat')/2, n x n; res may be mat
MJAPI void mju_symmetrize(mjtNum* res, const mjtNum* mat, int n);
// mat = unit matrix, n x n
MJAPI void mju_eye(mjtNum* mat, int n);
// res (r1 x c2) = mat1 (r1 x c1) mat2 (c1 x c2)
MJAPI void mju_mulMatMat(mjtNum* res, const mjtNum* mat1, const mjtNum* mat2, int r1, int c1,
                         int c2);
// res (r1 x r2) = mat1 (r1 x c1) mat2' (mat2 is r2 x c1)
MJAPI void mju_mulMatMatT(mjtNum* res, const mjtNum* mat1, const mjtNum* mat2, int r1, int c1,
                          int r2);
// res (c1 x c2) = mat1' (mat1 is r1 x c1) mat2 (r1 x c2)
MJAPI void mju_mulMatTMat(mjtNum* res, const mjtNum* mat1, const mjtNum* mat2, int r1, int c1,
                          int c2);
// res (nc x nc) = mat' diag(diag) mat, mat (nr x nc); diag NULL: mat' mat
MJAPI void mju_sqrMatTD(mjtNum* res, const mjtNum* mat, const mjtNum* diag, int nr, int nc);
// motion (or force, if flg_force) at oldpos -> at newpos, in the frame whose axes are the columns
// of rotnew2old (NULL: axes unchanged)
MJAPI void mju_transformSpatial(mjtNum res[6], const mjtNum vec[6], int flg_force,
                                const mjtNum newpos[3], const mjtNum oldpos[3],
                                const mjtNum rotnew2old[9]);

// ---- sparse matrices: row r has rownnz[r] numbers from rowadr[r] on, in columns colind

// nonzeros of mat (nr x nc) -> res, rownnz (nr), rowadr (nr), colind; returns 0, or 1 if they do
// not fit into nnz numbers (nnz 0 never fits)
MJAPI int mju_dense2sparse(mjtNum* res, const mjtNum* mat, int nr, int nc, int* rownnz, int* rowadr,
                           int* colind, int nnz);
// sparse mat -> res (nr x nc)
MJAPI void mju_sparse2dense(mjtNum* res, const mjtNum* mat, int nr, int nc, const int* rownnz,
                            const int* rowadr, const int* colind);
// sparse lower triangle -> symmetric res (n x n)
MJAPI void mju_sym2dense(mjtNum* res, const mjtNum* mat, int n, const int* rownnz,
                         const int* rowadr, const int* colind);

// ---- quaternions

// res = vec rotated by quat; exactly vec if quat is exactly (1,0,0,0)
MJAPI void mju_rotVecQuat(mjtNum res[3], const mjtNum vec[3], const mjtNum quat[4]);
// res = conjugate of quat: the inverse rotation
MJAPI void mju_negQuat(mjtNum res[4], const mjtNum quat[4]);
// res = quat1 o quat2
MJAPI void mju_mulQuat(mjtNum res[4], const mjtNum quat1[4], const mjtNum quat2[4]);
// res = quat o (0, axis)
MJAPI void mju_mulQuatAxis(mjtNum res[4], const mjtNum quat[4], const mjtNum axis[3]);
// res = (cos angle/2, axis sin angle/2), the exact identity if angle is 0; axis must have length 1
MJAPI void mju_axisAngle2Quat(mjtNum res[4], const mjtNum axis[3], mjtNum angle);
// res = constant angular velocity (local frame) that reaches quat in time dt
MJAPI void mju_quat2Vel(mjtNum res[3], const mjtNum quat[4], mjtNum dt);
// res = rotation vector from qb to qa, in the frame of qb: qb o exp(res) = qa
MJAPI void mju_subQuat(mjtNum res[3], const mjtNum qa[4], const mjtNum qb[4]);
// res = rotation matrix of quat
MJAPI void mju_quat2Mat(mjtNum res[9], const mjtNum quat[4]);
// quat = normalised quaternion of a rotation matrix
MJAPI void mju_mat2Quat(mjtNum quat[4], const mjtNum mat[9]);
// res = time derivative of quat that turns with angular velocity vel, in the outer frame: (0, vel)
// o quat / 2
MJAPI void mju_derivQuat(mjtNum res[4], const mjtNum quat[4], const mjtNum vel[3]);
// quat = normalised quat, turned with angular velocity vel (local frame) for time scale
MJAPI void mju_quatIntegrate(mjtNum quat[4], const mjtNum vel[3], mjtNum scale);
// quat = shortest rotation that takes the z axis to the direction of vec
MJAPI void mju_quatZ2Vec(mjtNum quat[4], const mjtNum vec[3]);
// quat (a guess, e.g. of the previous call) -> rotation nearest to any 3x3 matrix; returns the
// number of iterations, at most 500
MJAPI int mju_mat2Rot(mjtNum quat[4], const mjtNum mat[9]);
// quat = three turns by euler about the axes seq: "xyz" moving with the turns, "XYZ" fixed, letters
// may be mixed. An error leaves quat alone.
MJAPI void mju_euler2Quat(mjtNum quat[4], const mjtNum euler[3], const char* seq);

// ---- poses: position and quaternion

// res = pose1 o pose2, quatres normalised
MJAPI void mju_mulPose(mjtNum posres[3], mjtNum quatres[4], const mjtNum pos1[3],
                       const mjtNum quat1[4], const mjtNum pos2[3], const mjtNum quat2[4]);
// res = inverse pose
MJAPI void mju_negPose(mjtNum posres[3], mjtNum quatres[4], const mjtNum pos[3],
                       const mjtNum quat[4]);
// res = vec rotated by quat + pos
MJAPI void mju_trnVecPose(mjtNum res[3], const mjtNum pos[3], const mjtNum quat[4],
                          const mjtNum vec[3]);

// ---- Cholesky: mat = L L', lower triangle only

// mat (n x n) -> L in place. A pivot below mindiag becomes mindiag, with zeros below it; returns n
// minus the number of such pivots.
MJAPI int mju_cholFactor(mjtNum* mat, int n, mjtNum mindiag);
// res = (L L')^-1 vec; res may be vec
MJAPI void mju_cholSolve(mjtNum* res, const mjtNum* mat, const mjtNum* vec, int n);
// L -> factor of L L' + x x' (flg_plus) or L L' - x x'; x is overwritten. Returns n minus the
// number of diagonal elements that had to be raised.
MJAPI int mju_cholUpdate(mjtNum* mat, mjtNum* x, int n, int flg_plus);

// ---- band-dense matrices: symmetric ntotal x ntotal. The first ntotal-ndense rows store nband
// numbers each, the diagonal last; the last ndense rows store ntotal numbers each.

// mat + diag(diagadd + diagmul*diag(mat)) -> L in place; returns the smallest squared pivot, or 0
// as soon as one is below mjMINVAL
MJAPI mjtNum mju_cholFactorBand(mjtNum* mat, int ntotal, int nband, int ndense, mjtNum diagadd,
                                mjtNum diagmul);
// res = (L L')^-1 vec; res may be vec
MJAPI void mju_cholSolveBand(mjtNum* res, const mjtNum* mat, const mjtNum* vec, int ntotal,
                             int nband, int ndense);
// mat -> res (ntotal x ntotal), symmetric or lower triangle with zeros above
MJAPI void mju_band2Dense(mjtNum* res, const mjtNum* mat, int ntotal, int nband, int ndense,
                          mjtBool flg_sym);
// lower triangle of mat (ntotal x ntotal) -> res; what lies outside the shape is dropped
MJAPI void mju_dense2Band(mjtNum* res, const mjtNum* mat, int ntotal, int nband, int ndense);
// res (nvec x ntotal) = mat times each row of vec (nvec x ntotal); lower triangle only if !flg_sym
MJAPI void mju_bandMulMatVec(mjtNum* res, const mjtNum* mat, const mjtNum* vec, int ntotal,
                             int nband, int ndense, int nvec, mjtBool flg_sym);
// address of diagonal element i
MJAPI int mju_bandDiag(int i, int ntotal, int nband, int ndense);

// ---- eigenvalues, quadratic programs

// symmetric mat -> eigenvalues, descending; eigenvectors as columns of eigvec, and as the rotation
// quat. Returns the number of iterations.
MJAPI int mju_eig3(mjtNum eigval[3], mjtNum eigvec[9], mjtNum quat[4], const mjtNum mat[9]);
// minimise x'Hx/2 + x'g with lower <= x <= upper. res (n): in a first guess, out the solution. H (n
// x n) is positive definite, its lower triangle is read. R: room for n*(n+7) numbers, out the
// Cholesky factor of the free part of H (nfree x nfree). index (n), optional: out the free
// variables. lower, upper (n), optional. Returns nfree, or -1 if it failed.
MJAPI int mju_boxQP(mjtNum* res, mjtNum* R, int* index, const mjtNum* H, const mjtNum* g, int n,
                    const mjtNum* lower, const mjtNum* upper);
// allocates the arrays of mju_boxQP with mju_malloc; index, lower and upper may be NULL
MJAPI void mju_boxQPmalloc(mjtNum** res, mjtNum** R, int** index, mjtNum** H, mjtNum** g, int n,
                           mjtNum** lower, mjtNum** upper);

// ---- actuators, contacts

// length, velocity -> gain of a muscle; prm: range (2), force, scale, lmin, lmax, vmax, fpmax,
// fvmax
MJAPI mjtNum mju_muscleGain(mjtNum len, mjtNum vel, const mjtNum lengthrange[2], mjtNum acc0,
                            const mjtNum prm[9]);
// length -> passive force of a muscle; prm as in mju_muscleGain
MJAPI mjtNum mju_muscleBias(mjtNum len, const mjtNum lengthrange[2], mjtNum acc0,
                            const mjtNum prm[9]);
// control, activation -> its time derivative; prm: time constants of activation and deactivation,
// width of the transition between them
MJAPI mjtNum mju_muscleDynamics(mjtNum ctrl, mjtNum act, const mjtNum prm[3]);
// contact force (dim) -> pyramid coordinates (2*(dim-1), or 1 if dim is 1)
MJAPI void mju_encodePyramid(mjtNum* pyramid, const mjtNum* force, const mjtNum* mu, int dim);
// pyramid coordinates -> contact force
MJAPI void mju_decodePyramid(mjtNum* force, const mjtNum* pyramid, const mjtNum* mu, int dim);
// position at time dt of x'' = -Kp x - Kv x' that starts at pos0, vel0
MJAPI mjtNum mju_springDamper(mjtNum pos0, mjtNum vel0, mjtNum Kp, mjtNum Kv, mjtNum dt);

// ---- numbers

MJAPI mjtNum mju_min(mjtNum a, mjtNum b);
MJAPI mjtNum mju_max(mjtNum a, mjtNum b);
// x limited to [min, max]; NaN stays
MJAPI mjtNum mju_clip(mjtNum x, mjtNum min, mjtNum max);
// -1, 0 or 1
MJAPI mjtNum mju_sign(mjtNum x);
// nearest integer, halves away from zero, limited to the range of int; 0 for NaN
MJAPI int mju_round(mjtNum x);
// 1 if x is NaN or |x| > mjMAXVAL
MJAPI int mju_isBad(mjtNum x);
// 1 if all elements are 0
MJAPI int mju_isZero(const mjtNum* vec, int n);
// 0 below 0, 1 above 1, between them 6x^5 - 15x^4 + 10x^3
MJAPI mjtNum mju_sigmoid(mjtNum x);
// a number of the standard normal distribution, and a second independent one in *num2 unless NULL;
// each thread has its own sequence
MJAPI mjtNum mju_standardNormal(mjtNum* num2);
// element `index` of the Halton sequence: digits of index in the given base, mirrored at the point
MJAPI mjtNum mju_Halton(int index, int base);
MJAPI void mju_f2n(mjtNum* res, const float* vec, int n);
MJAPI void mju_n2f(float* res, const mjtNum* vec, int n);
MJAPI void mju_d2n(mjtNum* res, const double* vec, int n);
MJAPI void mju_n2d(double* res, const mjtNum* vec, int n);
// sort ascending, in place
MJAPI void mju_insertionSort(mjtNum* list, int n);
MJAPI void mju_insertionSortInt(int* list, int n);

// ---- text

// mjtObj -> name, NULL if it has none
MJAPI const char* mju_type2Str(int type);
// name -> mjtObj, mjOBJ_UNKNOWN if there is none
MJAPI int mju_str2Type(const char* str);
// e.g. "15M": exact, with the largest of the suffixes K M G T P E; valid until the thread's next
// call
MJAPI const char* mju_writeNumBytes(size_t nbytes);
// mjtWarning and its number -> message; valid until the thread's next call
MJAPI const char* mju_warningText(int warning, size_t info);
// copies at most n-1 characters and always terminates; returns dst
MJAPI char* mju_strncpy(char* dst, const char* src, int n);
// mat (nr x nc) -> stdout
MJAPI void mju_printMat(const mjtNum* mat, int nr, int nc);
// sparse mat -> stdout
MJAPI void mju_printMatSparse(const mjtNum* mat, int nr, const int* rownnz, const int* rowadr,
                              const int* colind);

// ---- derivatives, with rotations varied by rotation vectors in their local frames

// derivatives of mju_subQuat(qa, qb) by qa and qb; either may be NULL
MJAPI void mjd_subQuat(const mjtNum qa[4], const mjtNum qb[4], mjtNum Da[9], mjtNum Db[9]);
// derivatives of mju_quatIntegrate(quat, vel, scale) by quat, scale*vel and scale; each may be NULL
MJAPI void mjd_quatIntegrate(const mjtNum vel[3], mjtNum scale, mjtNum Dquat[9], mjtNum Dvel[9],
                             mjtNum Dscale[3]);

#ifdef __cplusplus
}
#endif

#endif
