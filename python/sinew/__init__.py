"""Sinew: physics of articulated bodies in contact, with the API of MuJoCo 3.12.0.

  import sinew
  m = sinew.MjModel.from_xml_path('model.xml')
  d = sinew.MjData(m)
  sinew.mj_step(m, d)
"""
import os as _os
import typing as _typing

import numpy as _numpy

from sinew import _core
from sinew import _archive  # to_zip and from_zip of MjSpec
from sinew import _batch  # transition and render of Batch
from sinew import _bind  # bind of MjModel and MjData
from sinew._core import *  # structs, functions, enums and constants
from sinew._core import __version__
from sinew._archive import from_zip, to_zip
from sinew.derivatives import inverse_derivatives, parameter_derivatives, transition, transition_check
from sinew.findings import check
from sinew.gl_context import GLContext
from sinew.rendering import Renderer

HEADERS_DIR = _os.path.join(_os.path.dirname(_os.path.abspath(__file__)), 'include', 'mujoco')
PLUGINS_DIR = _os.path.join(_os.path.dirname(_os.path.abspath(__file__)), 'plugin')  # for libraries of programs; ours are built in
PLUGIN_HANDLES: list[_typing.Any] = []  # of libraries that are loaded at the start: none
MJTNUM_BYTES = 8
MJTNUM_DTYPE = _numpy.float64
MjVisualHeadlight = MjVisual.Headlight
MjVisualRgba = MjVisual.Rgba
# elements of an MjSpec, for annotations
MjStruct = _typing.Union[MjsBody, MjsFrame, MjsGeom, MjsJoint, MjsLight, MjsMaterial, MjsSite, MjsMesh, MjsSkin, MjsTexture,
                         MjsText, MjsTuple, MjsCamera, MjsFlex, MjsHField, MjsKey, MjsNumeric, MjsPair, MjsExclude,
                         MjsEquality, MjsTendon, MjsSensor, MjsActuator, MjsPlugin]

__all__ = ['__version__', 'HEADERS_DIR', 'PLUGINS_DIR', 'PLUGIN_HANDLES', 'from_zip', 'to_zip', 'MJTNUM_BYTES', 'MJTNUM_DTYPE', 'MjVisualHeadlight', 'MjVisualRgba', 'MjStruct', 'GLContext',
           'Renderer', 'check',
           'inverse_derivatives', 'parameter_derivatives', 'transition', 'transition_check']
__all__ += [name for name in vars(_core) if not name.startswith('_')]
