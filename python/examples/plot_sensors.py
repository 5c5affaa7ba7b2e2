"""Runs a model and draws its sensors over time, those of a unit in one panel.

  python plot_sensors.py [PICTURE.svg]       .png and .pdf are possible too
"""
import pathlib
import sys

import numpy as np
from numpy.typing import NDArray

import sinew

Numbers = NDArray[np.float64]
MODELS = pathlib.Path(__file__).resolve().parents[2] / 'models'
PANELS = {  # label of a panel: its sensors
    'angle (rad)': ['joint2_pos', 'joint4_pos', 'joint6_pos'],
    'speed (m/s)': ['tool_vel'],
    'force (N)': ['wrist_force'],
}


def record(m: sinew.MjModel, d: sinew.MjData, names: list[str], seconds: float) -> tuple[Numbers, dict[str, Numbers]]:
  """Times, and for each sensor an array (times, numbers of the sensor)."""
  times: list[float] = []
  values: dict[str, list[Numbers]] = {name: [] for name in names}
  while d.time < seconds:
    sinew.mj_step(m, d)
    times.append(d.time)
    for name in names:
      values[name].append(d.sensor(name).data.copy())
  return np.array(times), {name: np.array(rows) for name, rows in values.items()}


def draw(times: Numbers, values: dict[str, Numbers], path: str | pathlib.Path) -> bool:
  """The picture; false without matplotlib."""
  try:
    import matplotlib
    matplotlib.use('agg')
    matplotlib.rcParams.update({'svg.fonttype': 'none', 'svg.hashsalt': 'sinew'})  # small, the same each time
    from matplotlib import pyplot
  except ImportError:
    print('there is no matplotlib, hence no picture: pip install matplotlib')
    return False
  figure, panels = pyplot.subplots(len(PANELS), 1, sharex=True, figsize=(7, 4.5))
  for panel, (label, names) in zip(panels, PANELS.items()):
    for name in names:
      lines = panel.plot(times, values[name])
      parts = [name] if len(lines) == 1 else [f'{name}.{axis}' for axis in 'xyz']
      for line, part in zip(lines, parts):
        line.set_label(part)
    panel.set_ylabel(label)
    panel.legend(loc='upper left', bbox_to_anchor=(1, 1), fontsize='small', frameon=False)
  panels[-1].set_xlabel('time (s)')
  figure.align_ylabels()
  figure.tight_layout()
  figure.savefig(path, metadata={'Date': None, 'Creator': None} if str(path).endswith('.svg') else None)
  pyplot.close(figure)
  return True


def main(picture: str | pathlib.Path = 'sensors.svg') -> tuple[Numbers, dict[str, Numbers], bool]:
  m = sinew.MjModel.from_xml_path(str(MODELS / 'arm.xml'))
  d = sinew.MjData(m)
  d.qpos, d.ctrl = m.key('home').qpos, m.key('reach').ctrl
  times, values = record(m, d, [name for names in PANELS.values() for name in names], 1.5)
  drawn = draw(times, values, picture)
  if drawn:
    print(f'{len(times)} samples of {len(values)} sensors are in {picture}')
  return times, values, drawn


if __name__ == '__main__':
  main(*sys.argv[1:])
