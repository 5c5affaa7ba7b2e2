"""Pictures as numpy arrays.

  with sinew.Renderer(m, 240, 320) as renderer:
    renderer.update_scene(d, camera='front')
    pixels = renderer.render()                      (240, 320, 3) uint8

They are drawn on the CPU: no graphics card and no display are needed.
"""
from __future__ import annotations

import operator
from typing import Any, Union

import numpy as np

from sinew import _core
from sinew._buffers import writable
from sinew._core import MjData, MjModel, MjrContext, MjrRect, MjvCamera, MjvOption, MjvScene, mjtCamera, mjtFontScale

Camera = Union[int, str, MjvCamera]

COLOURS, DEPTH, SEGMENTATION = 'colours', 'depth', 'segmentation'
# numbers of a pixel, () for one, and their type
PIXELS: dict[str, tuple[tuple[int, ...], Any]] = {
    COLOURS: ((3,), np.uint8), DEPTH: ((), np.float32), SEGMENTATION: ((2,), np.int32)}


def find_camera(model: MjModel, camera: Camera) -> MjvCamera:
  """The camera of a name or number (-1: the free one), or that which is given."""
  if isinstance(camera, MjvCamera):
    return camera
  if not isinstance(camera, str):
    number = camera
  else:
    number = _core.mj_name2id(model, _core.mjtObj.mjOBJ_CAMERA, camera)
    if number < 0:
      names = [model.camera(i).name for i in range(model.ncam)]
      raise ValueError(f"camera \"{camera}\" does not exist; the model has {', '.join(names) or 'none'}")
  if number < -1 or number >= model.ncam:
    raise ValueError(f'camera id {number} is out of range: the model has {model.ncam}, from 0, and -1 is the free one')
  found = MjvCamera()
  found.fixedcamid = operator.index(number)
  if found.fixedcamid < 0:
    _core.mjv_defaultFreeCamera(model, found)
  else:
    found.type = mjtCamera.mjCAMERA_FIXED
  return found


def output(shape: tuple[int, ...], look: str, out: Any) -> np.ndarray:
  """The array that is drawn into: out itself, its memory, or one that is copied to it."""
  pixel, dtype = PIXELS[look]
  out = None if out is None else writable(out)
  if out is not None and out.shape != shape + pixel:
    raise ValueError(f'out should be of shape {shape + pixel} for {look}; it is of shape {out.shape}')
  direct = out is not None and out.dtype == dtype and out.flags.carray
  return out if direct else np.empty(shape + pixel, dtype)


def arrays(look: str, pixels: np.ndarray) -> list[np.ndarray | None]:
  """Arguments for colours, depth and segmentation."""
  return [pixels if look == kind else None for kind in PIXELS]


def result(pixels: np.ndarray, out: Any) -> Any:
  """What is returned: out, if it is given."""
  if out is not None and not np.may_share_memory(writable(out), pixels):
    writable(out)[...] = pixels
  return pixels if out is None else out


class Renderer:
  """Draws scenes of a model into arrays, with rows from the upper one down.

  height, width: of the pictures; offheight and offwidth of the model's visual/global are the most
  max_geom: room for things to draw
  font_scale: of labels
  nthread: threads that draw, 0: one for each processor
  """

  def __init__(self, model: MjModel, height: int = 240, width: int = 320, max_geom: int = 10000,
               font_scale: mjtFontScale = mjtFontScale.mjFONTSCALE_150, *, nthread: int = 0) -> None:
    most = model.vis.global_
    for name, value, limit in (('width', width, most.offwidth), ('height', height, most.offheight)):
      if not 1 <= value <= limit:
        raise ValueError(f'{name} is {value}; it should be from 1 to {limit}. A model allows more by '
                         f'<visual><global off{name}="..."/></visual>, or m.vis.global_.off{name} = ...')
    self._model = model
    self._size = (operator.index(height), operator.index(width))
    self._scene = MjvScene(model, max_geom)
    self._scene_option = MjvOption()
    self._look = COLOURS
    self._context: MjrContext | None = MjrContext(model, font_scale)
    _core.mjr_resizeOffscreen(width, height, self._context)
    _core.sn_setDrawThreads(self._context, nthread)

  @property
  def model(self) -> MjModel:
    """The model."""
    return self._model

  @property
  def scene(self) -> MjvScene:
    """What is drawn; geoms may be added between update_scene and render."""
    return self._scene

  @property
  def height(self) -> int:
    """Rows of a picture."""
    return self._size[0]

  @property
  def width(self) -> int:
    """Columns of a picture."""
    return self._size[1]

  def enable_depth_rendering(self) -> None:
    """Pictures are distances from the camera from now on: metres along its view, float32."""
    self._look = DEPTH

  def disable_depth_rendering(self) -> None:
    """Back to colours."""
    self._look = COLOURS if self._look == DEPTH else self._look

  def enable_segmentation_rendering(self) -> None:
    """Pictures are what is seen from now on: id and mjtObj of it, -1 and -1 for nothing, int32."""
    self._look = SEGMENTATION

  def disable_segmentation_rendering(self) -> None:
    """Back to colours."""
    self._look = COLOURS if self._look == SEGMENTATION else self._look

  def update_scene(self, data: MjData, camera: Camera = -1, scene_option: MjvOption | None = None) -> None:
    """Takes what is to be drawn from the data, whose positions are as the last mj_step or mj_forward left them.

    camera: name or number of a camera of the model, -1 for the free one, or an MjvCamera
    scene_option: what is shown, instead of the default
    """
    view = find_camera(self._model, camera)
    option = self._scene_option if scene_option is None else scene_option
    # planes without end follow the camera that the scene has: not that of the picture before
    _core.mjv_updateCamera(self._model, data, view, self._scene)
    _core.mjv_updateScene(self._model, data, option, None, view, _core.mjtCatBit.mjCAT_ALL, self._scene)

  def render(self, *, out: Any = None) -> Any:
    """The picture: (height, width, 3) uint8, depths (height, width) float32 or segments (height, width, 2) int32.

    out: an array or tensor of that shape to be filled and returned; numbers are converted to its type.
    """
    if self._context is None:
      raise RuntimeError('the renderer has been closed: nothing is drawn after close')
    pixels = output(self._size, self._look, out)
    _core._draw(self._scene, self._context, *self._size, *arrays(self._look, pixels))
    return result(pixels, out)

  def close(self) -> None:
    """Frees what is drawn with; it may be called again."""
    if self._context is not None:
      self._context.free()
    self._context = None

  def __enter__(self) -> Renderer:
    return self

  def __exit__(self, exc_type: Any, exc_value: Any, traceback: Any) -> None:
    self.close()
