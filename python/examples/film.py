"""Draws a film of a falling humanoid and writes it to a file without any other program: frames that many players
and encoders read (YUV4MPEG2), e.g. ffmpeg -i film.y4m film.mp4

  python film.py [FILE [MODEL]]
"""
import pathlib
import sys
from typing import Iterator

import numpy as np
from numpy.typing import NDArray

import sinew

MODELS = pathlib.Path(__file__).resolve().parents[2] / 'models'
# red, green, blue -> brightness and two differences of colour (BT.601), of numbers from 0 to 255
TO_YUV = np.array([[65.481, 128.553, 24.966], [-37.797, -74.203, 112], [112, -93.786, -18.214]]) / 255
OFFSET = np.array([16, 128, 128])


def frames(m: sinew.MjModel, d: sinew.MjData, seconds: float, rate: int, height: int, width: int) -> Iterator[NDArray[np.uint8]]:
  """Pictures of a simulation, one at a time."""
  camera = sinew.MjvCamera()
  sinew.mjv_defaultFreeCamera(m, camera)
  with sinew.Renderer(m, height, width) as renderer:
    for k in range(round(seconds * rate)):
      while d.time < k / rate:
        sinew.mj_step(m, d)
      camera.azimuth += 30 / rate  # 30 degrees a second round the model
      renderer.update_scene(d, camera)
      yield renderer.render()


def main(path: str | pathlib.Path = 'film.y4m', model: str | pathlib.Path = MODELS / 'humanoid.xml', *, seconds: float = 3, rate: int = 30,
         height: int = 240, width: int = 320) -> int:
  m = sinew.MjModel.from_xml_path(str(model))
  d = sinew.MjData(m)
  d.ctrl[:] = 0
  n = 0
  with open(path, 'wb') as file:
    file.write(f'YUV4MPEG2 W{width} H{height} F{rate}:1 Ip A1:1 C444\n'.encode())
    for pixels in frames(m, d, seconds, rate, height, width):
      planes = np.moveaxis(pixels @ TO_YUV.T + OFFSET, 2, 0)
      file.write(b'FRAME\n' + np.rint(planes).astype(np.uint8).tobytes())
      n += 1
  print(f'{n} frames of {width} x {height} pixels in {path}')
  return n


if __name__ == '__main__':
  main(*sys.argv[1:])
