// Numeric conventions of model loading: normalization, quaternions, poses, principal axes. Their
// thresholds differ from those of the run time, and the last digits of results depend on them.
#ifndef SINEW_MATH_RIGID_H_
#define SINEW_MATH_RIGID_H_

// squared lengths below this count as zero when a model is loaded, as do masses and volumes
#define RIGID_EPS 1e-14

// normalizes v unless its length is within RIGID_EPS of 1; returns the length, or 0 (v unchanged)
// if the squared length < RIGID_EPS
double rigid_normalize(double* v, int n);
// normalizes quaternions of keyframes: by the rules above, which divide, then by those of the run
// time, which turn zeros into the identity
void rigid_normalizeKey(double quat[4]);
// res = a b, normalized; may alias
void rigid_mulQuat(double res[4], const double a[4], const double b[4]);
// rotation matrix, exactly the identity for the identity quaternion
void rigid_quat2Mat(double mat[9], const double quat[4]);
void rigid_rotate(double res[3], const double quat[4], const double v[3]);
// (pos, quat) = (fpos, fquat) o (pos, quat)
void rigid_applyFrame(double pos[3], double quat[4], const double fpos[3], const double fquat[4]);
// (pos, quat) = inverse of (fpos, fquat) o (pos, quat)
void rigid_applyInverse(double pos[3], double quat[4], const double fpos[3], const double fquat[4]);
// rotation by an angle about a unit axis
void rigid_axisAngle2Quat(double quat[4], const double axis[3], double angle);
void rigid_z2Quat(double quat[4], const double v[3]);
void rigid_axes2Quat(double quat[4], const double x[3], const double y[3], const double z[3]);
// principal axes of a symmetric matrix (xx yy zz xy xz yz): eigenvalues decreasing, quat
void rigid_eigen(double eigval[3], double quat[4], const double full[6]);

#endif
