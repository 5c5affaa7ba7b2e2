"""The context of OpenGL that programs make before they draw. Sinew draws on the CPU and needs none: this
one is there for programs that make one."""
from __future__ import annotations


class GLContext:
  """Nothing, with the methods of a context."""

  def __init__(self, max_width: int, max_height: int) -> None:
    pass

  def make_current(self) -> None:
    """Does nothing."""

  def free(self) -> None:
    """Does nothing."""
