"""Run by sinew.pth when Python starts with SINEW_AS_MUJOCO set: `import mujoco` gives Sinew in this process, as in the one
that started it."""
import os
import runpy

runpy.run_path(os.path.join(os.path.dirname(os.path.abspath(__file__)), 'sinew', 'hook', 'sitecustomize.py'))
