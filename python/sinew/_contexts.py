"""Contexts for packages that make those of OpenGL by themselves, by EGL or OSMesa, and not through mujoco.

Sinew draws on the CPU. Under `sinew.as_mujoco` these packages get contexts that are nothing, so that they draw on
machines without OpenGL. Contexts of windows (GLFW) stay as they are: viewers show in them what Sinew has drawn.
"""
import importlib


def make_dm_control():
  """The class of a context of dm_control."""
  base = importlib.import_module('dm_control._render.base')
  executor = importlib.import_module('dm_control._render.executor')

  class Context(base.ContextBase):
    """A context that needs no OpenGL."""

    def __init__(self, max_width, max_height):
      super().__init__(max_width, max_height, executor.PassthroughRenderExecutor)

    def _platform_init(self, max_width, max_height):
      """Makes nothing."""

    def _platform_make_current(self):
      """Does nothing."""

    def _platform_free(self):
      """Frees nothing."""

  return Context


def make_robosuite():
  """The class of a context of robosuite."""
  plain = importlib.import_module('sinew.gl_context').GLContext

  class Context(plain):
    """A context that needs no OpenGL."""

    def __init__(self, max_width, max_height, device_id=0):
      super().__init__(max_width, max_height)
      self.device_id = device_id

  return Context


MAKERS = {'dm_control': make_dm_control, 'robosuite': make_robosuite}


def fill(module, name):
  """Fills a module of one of these packages with the class of that name."""
  made = MAKERS[module.__name__.split('.')[0]]()
  made.__name__ = made.__qualname__ = name
  made.__module__ = module.__name__
  setattr(module, name, made)
