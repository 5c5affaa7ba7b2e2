"""Names of older versions of MuJoCo that packages still use.

The reference has dropped them by 3.12.0, so a package that was written for an older version, as robosuite 1.5.2
was for 3.3, fails with it. `sinew.as_mujoco` adds them to what there is.
"""
import numpy as np


def legacy_inertia(data):
  """MjData.qM before 3.12.0, a copy: for each dof the row of the inertia matrix up the tree, itself first."""
  model = data.model
  legacy = np.zeros(model.nM)
  legacy[model.mapM2M] = data.M
  return legacy


def fill_dense(model, dense, legacy):
  """mj_fullM before 3.12.0: the dense matrix of a qM."""
  rows = np.repeat(np.arange(model.nv), model.M_rownnz)
  columns = model.M_colind
  values = np.asarray(legacy).reshape(model.nM)[model.mapM2M]
  dense[:] = 0
  dense[rows, columns] = values
  dense[columns, rows] = values


def add(module):
  """Adds them to a module with the names of mujoco."""
  current = module.mj_fullM

  def mj_fullM(m, *rest, **named):
    if rest and isinstance(rest[0], np.ndarray):
      return fill_dense(m, *rest, **named)
    return current(m, *rest, **named)

  mj_fullM.__doc__ = f'{current.__doc__}\n\nAlso mj_fullM(m, dst, qM), as before 3.12.0.'
  module.mj_fullM = mj_fullM
  module.MjData.qM = property(legacy_inertia)
