// Sparse triangular solves for multiple right-hand sides, x = L^-1 D^-1 L'^-1 x over whole rows:
// from the last dof on each row is subtracted from those of its ancestors, then, from the first,
// those of its ancestors from it.
//   qLD, qLDiagInv, x -> x
#include "dyn/inertia_panel.h"

#include "base/assert.h"

void inertia_solvePanel(const mjModel* m, range_Range range, const panel_Panel* x,
                        const mjtNum* qLD, const mjtNum* qLDiagInv) {
  const panel_Kernels* kernels = panel_kernels();
  for (int i = range.dof[1] - 1; i >= range.dof[0]; i--) {
    const int adr = m->M_rowadr[i], n = m->M_rownnz[i] - 1;
    ASSERT_FULL(m->M_colind[adr + n] == i);
    if (n) kernels->spread(x, panel_row(x, i), qLD + adr, m->M_colind + adr, n);
  }
  for (int i = range.dof[0]; i < range.dof[1]; i++) {
    const int adr = m->M_rowadr[i], n = m->M_rownnz[i] - 1;
    kernels->scale(x, i, qLDiagInv[i]);
    if (n) kernels->gather(x, panel_row(x, i), qLD + adr, m->M_colind + adr, n);
  }
}
