// Validates the kinematic tree of untrusted models: parents come before children, joints and dofs
// are numbered along bodies, and the sparsity patterns of M, D and B are those that follow from the
// tree.
#include "io/validate.h"

#include "base/assert.h"

typedef struct {
  int nq, nv;
} JointSize;

static JointSize sizeOf(int type) {
  static const JointSize size[] = {
      [mjJNT_FREE] = {7, 6}, [mjJNT_BALL] = {4, 3}, [mjJNT_SLIDE] = {1, 1}, [mjJNT_HINGE] = {1, 1}};
  ASSERT(type >= 0 && type <= mjJNT_HINGE);  // the tables have been validated
  return size[type];
}

// ---- bodies

static bool checkBodies(const mjModel* m, validate_Fault* fault) {
  int jnt = 0, dof = 0, geom = 0, mocap = 0;
  for (int i = 0; i < m->nbody; i++) {
    const int parent = m->body_parentid[i];
    if (i ? parent >= i : parent != 0) return validate_fault(fault, "body_parentid", i);
    if (i && m->body_rootid[i] != (parent ? m->body_rootid[parent] : i))
      return validate_fault(fault, "body_rootid", i);
    const bool moves = m->body_jntnum[i] || m->body_mocapid[i] >= 0;
    if (m->body_weldid[i] != (i && !moves ? m->body_weldid[parent] : i))
      return validate_fault(fault, "body_weldid", i);
    if (m->body_jntnum[i] && m->body_jntadr[i] != jnt)
      return validate_fault(fault, "body_jntadr", i);
    if (m->body_dofnum[i] && m->body_dofadr[i] != dof)
      return validate_fault(fault, "body_dofadr", i);
    if (m->body_geomnum[i] && m->body_geomadr[i] != geom)
      return validate_fault(fault, "body_geomadr", i);
    const bool below = m->body_simple[parent] && m->body_dofnum[parent];  // M has no row for that
    if (m->body_simple[i] > 2 || (i && below)) return validate_fault(fault, "body_simple", i);
    if (m->body_sameframe[i] > mjSAMEFRAME_INERTIAROT)
      return validate_fault(fault, "body_sameframe", i);
    if (m->body_mocapid[i] >= 0 && m->body_mocapid[i] != mocap++)
      return validate_fault(fault, "body_mocapid", i);
    jnt += m->body_jntnum[i];
    dof += m->body_dofnum[i];
    geom += m->body_geomnum[i];
  }
  if (m->body_jntnum[0]) return validate_fault(fault, "body_jntnum", 0);
  if (jnt != m->njnt) return validate_fault(fault, "njnt", 0);
  if (dof != m->nv) return validate_fault(fault, "nv", 0);
  if (geom != m->ngeom) return validate_fault(fault, "ngeom", 0);
  return mocap == m->nmocap || validate_fault(fault, "nmocap", 0);
}

static bool checkOwners(const mjModel* m, validate_Fault* fault) {
  for (int b = 0; b < m->nbody; b++) {
    for (int k = 0; k < m->body_geomnum[b]; k++) {
      const int g = m->body_geomadr[b] + k;
      if (m->geom_bodyid[g] != b) return validate_fault(fault, "geom_bodyid", g);
    }
  }
  for (int i = 0; i < m->ngeom; i++) {
    if (m->geom_sameframe[i] > mjSAMEFRAME_INERTIAROT)
      return validate_fault(fault, "geom_sameframe", i);
  }
  for (int i = 0; i < m->nsite; i++) {
    if (m->site_sameframe[i] > mjSAMEFRAME_INERTIAROT)
      return validate_fault(fault, "site_sameframe", i);
  }
  return true;
}

// ---- joints and dofs

static bool checkJoints(const mjModel* m, validate_Fault* fault) {
  int nq = 0, nv = 0;
  for (int b = 0; b < m->nbody; b++) {
    const int first = nv;
    for (int k = 0; k < m->body_jntnum[b]; k++) {
      const int j = m->body_jntadr[b] + k;
      const JointSize size = sizeOf(m->jnt_type[j]);
      if (m->jnt_bodyid[j] != b) return validate_fault(fault, "jnt_bodyid", j);
      if (m->jnt_qposadr[j] != nq) return validate_fault(fault, "jnt_qposadr", j);
      if (m->jnt_dofadr[j] != nv) return validate_fault(fault, "jnt_dofadr", j);
      if (m->jnt_type[j] == mjJNT_FREE && (m->body_parentid[b] || m->body_jntnum[b] != 1))
        return validate_fault(fault, "jnt_type", j);
      for (int i = nv; i < nv + size.nv && i < m->nv; i++) {
        if (m->dof_jntid[i] != j) return validate_fault(fault, "dof_jntid", i);
        if (m->dof_bodyid[i] != b) return validate_fault(fault, "dof_bodyid", i);
      }
      nq += size.nq;
      nv += size.nv;
      if (nv > m->nv || nq > m->nq) return validate_fault(fault, "nq", 0);
    }
    if (m->body_dofnum[b] != nv - first || nv - first > 6)
      return validate_fault(fault, "body_dofnum", b);
  }
  return nq == m->nq || validate_fault(fault, "nq", 0);
}

static bool checkDofs(const mjModel* m, validate_Fault* fault) {
  for (int b = 0; b < m->nbody; b++) {
    int before = b ? validate_lastDof(m, m->body_parentid[b]) : -1;
    for (int k = 0; k < m->body_dofnum[b]; k++) {
      const int i = m->body_dofadr[b] + k;
      if (m->dof_parentid[i] != before) return validate_fault(fault, "dof_parentid", i);
      before = i;
    }
  }
  for (int i = (int)m->nv - 1, run = 0; i >= 0; i--) {
    run = m->body_simple[m->dof_bodyid[i]] ? run + 1 : 0;
    if (m->dof_simplenum[i] != run) return validate_fault(fault, "dof_simplenum", i);
  }
  return true;
}

// ---- kinematic trees: each is a run of bodies and of dofs

static bool checkTrees(const mjModel* m, validate_Fault* fault) {
  int dof = 0;
  for (int t = 0; t < m->ntree; t++) {
    if (!m->tree_bodynum[t]) return validate_fault(fault, "tree_bodynum", t);
    if (!m->tree_dofnum[t] || m->tree_dofadr[t] != dof)
      return validate_fault(fault, "tree_dofadr", t);
    const int root = m->dof_bodyid[dof];
    if (m->tree_bodyadr[t] != root) return validate_fault(fault, "tree_bodyadr", t);
    for (int b = root; b < root + m->tree_bodynum[t]; b++) {
      if (m->body_treeid[b] != t) return validate_fault(fault, "tree_bodynum", t);
    }
    for (int i = dof; i < dof + m->tree_dofnum[t]; i++) {
      if (m->dof_treeid[i] != t) return validate_fault(fault, "dof_treeid", i);
      if (m->body_treeid[m->dof_bodyid[i]] != t) return validate_fault(fault, "body_treeid", i);
    }
    for (int b = m->tree_bodyadr[t]; b < m->tree_bodyadr[t] + m->tree_bodynum[t]; b++) {
      if (m->body_treeid[b] != t) return validate_fault(fault, "tree_bodyadr", t);
    }
    dof += m->tree_dofnum[t];
  }
  if (dof != m->nv) return validate_fault(fault, "tree_dofnum", 0);
  for (int b = 1; b < m->nbody; b++) {
    const int up = m->body_treeid[m->body_parentid[b]], own = m->body_treeid[b];
    if (own != up && (up >= 0 || (own >= 0 && !m->body_dofnum[b])))
      return validate_fault(fault, "body_treeid", b);
    if (own >= 0 && (b < m->tree_bodyadr[own] || b >= m->tree_bodyadr[own] + m->tree_bodynum[own]))
      return validate_fault(fault, "tree_bodyadr", own);
  }
  return m->body_treeid[0] < 0 || validate_fault(fault, "body_treeid", 0);
}

// ---- sparsity patterns

static int depthOf(const mjModel* m, int dof) {
  int depth = 0;
  ASSERT(m->dof_parentid[dof] < dof);  // so that the loop terminates
  for (int i = m->dof_parentid[dof]; i >= 0; i = m->dof_parentid[i]) depth++;
  return depth;
}

// whether col[0 .. n-1] are the n nearest dofs of the chain that ends with `dof`
static bool isChain(const mjModel* m, const int* col, int n, int dof) {
  for (int k = n - 1; k >= 0; k--) {
    if (dof < 0 || col[k] != dof) return false;
    dof = m->dof_parentid[dof];
  }
  return true;
}

static bool checkInertia(const mjModel* m, validate_Fault* fault) {
  mjtSize adr = 0, legacy = 0;
  for (int i = 0; i < m->nv; i++) {
    const int depth = depthOf(m, i), n = m->dof_simplenum[i] ? 1 : depth + 1;
    if (m->dof_Madr[i] != legacy || legacy + depth + 1 > m->nM)
      return validate_fault(fault, "dof_Madr", i);
    if (m->M_rowadr[i] != adr) return validate_fault(fault, "M_rowadr", i);
    if (m->M_rownnz[i] != n) return validate_fault(fault, "M_rownnz", i);
    if (!isChain(m, m->M_colind + adr, n, i)) return validate_fault(fault, "M_colind", i);
    adr += n;
    legacy += depth + 1;
  }
  if (legacy != m->nM) return validate_fault(fault, "nM", 0);
  return adr == m->nC || validate_fault(fault, "nC", 0);
}

// rows of D: the chain of a dof, then the dofs of its subtree, which have consecutive ids
static bool checkBothTriangles(const mjModel* m, validate_Fault* fault) {
  mjtSize adr = 0;
  for (int i = 0; i < m->nv; i++) {
    const int depth = depthOf(m, i), n = m->D_rownnz[i];
    const int* col = m->D_colind + adr;
    if (m->D_rowadr[i] != adr) return validate_fault(fault, "D_rowadr", i);
    if (n < depth + 1 || n - depth > m->nv - i) return validate_fault(fault, "D_rownnz", i);
    if (m->D_diag[i] != depth) return validate_fault(fault, "D_diag", i);
    if (!isChain(m, col, depth + 1, i)) return validate_fault(fault, "D_colind", i);
    for (int k = depth + 1; k < n; k++) {
      if (col[k] != i + k - depth) return validate_fault(fault, "D_colind", i);
    }
    // end of the subtree: the first dof whose chain does not contain this one
    const int end = i + n - depth;
    if (end < m->nv && m->dof_parentid[end] >= i) return validate_fault(fault, "D_rownnz", i);
    for (int k = i + 1; k < end; k++) {
      if (m->dof_parentid[k] < i) return validate_fault(fault, "D_rownnz", i);
    }
    adr += n;
  }
  return adr == m->nD || validate_fault(fault, "nD", 0);
}

// the maps between M and D: entries must belong to the same pair of dofs
static bool checkMaps(const mjModel* m, validate_Fault* fault) {
  for (int i = 0; i < m->nv; i++) {
    for (int k = 0; k < m->D_rownnz[i]; k++) {
      const int at = m->D_rowadr[i] + k, j = m->D_colind[at], entry = m->mapM2D[at];
      const int low = i > j ? i : j, high = i > j ? j : i;
      if (entry < 0) continue;
      if (entry < m->M_rowadr[low] || entry >= m->M_rowadr[low] + m->M_rownnz[low] ||
          m->M_colind[entry] != high)
        return validate_fault(fault, "mapM2D", at);
    }
    for (int k = 0; k < m->M_rownnz[i]; k++) {
      const int at = m->M_rowadr[i] + k, entry = m->mapD2M[at];
      if (entry < m->D_rowadr[i] || entry >= m->D_rowadr[i] + m->D_rownnz[i] ||
          m->D_colind[entry] != m->M_colind[at])
        return validate_fault(fault, "mapD2M", at);
      if (m->mapM2M[at] != m->dof_Madr[i] + m->M_rownnz[i] - 1 - k)
        return validate_fault(fault, "mapM2M", at);
    }
  }
  return true;
}

// rows of B: the chain above a body, then the dofs of its subtree
static bool checkBodyRows(const mjModel* m, validate_Fault* fault) {
  mjtSize adr = 0;
  for (int b = 0; b < m->nbody; b++) {
    const int n = m->B_rownnz[b], up = b ? validate_lastDof(m, m->body_parentid[b]) : -1;
    const int above = up < 0 ? 0 : depthOf(m, up) + 1;
    const int* col = m->B_colind + adr;
    if (m->B_rowadr[b] != adr) return validate_fault(fault, "B_rowadr", b);
    if (n < above) return validate_fault(fault, "B_rownnz", b);
    if (!isChain(m, col, above, up)) return validate_fault(fault, "B_colind", b);
    for (int k = above + 1; k < n; k++) {
      if (col[k] != col[k - 1] + 1) return validate_fault(fault, "B_colind", b);
    }
    if (m->body_dofnum[b] && (n < above + m->body_dofnum[b] || col[above] != m->body_dofadr[b]))
      return validate_fault(fault, "B_colind", b);
    adr += n;
  }
  return adr == m->nB || validate_fault(fault, "nB", 0);
}

bool validate_tree(const mjModel* m, validate_Fault* fault) {
  return checkBodies(m, fault) && checkOwners(m, fault) && checkJoints(m, fault) &&
         checkDofs(m, fault) && checkTrees(m, fault) && checkInertia(m, fault) &&
         checkBothTriangles(m, fault) && checkMaps(m, fault) && checkBodyRows(m, fault);
}
