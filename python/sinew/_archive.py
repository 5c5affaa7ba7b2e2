"""Models in zip files: MjSpec.to_zip and MjSpec.from_zip. The archive has the model as XML, named after it,
and the files of spec.assets."""
from __future__ import annotations

import os
import posixpath
import zipfile
from typing import IO

from sinew import _core


def to_zip(spec: _core.MjSpec, file: str | os.PathLike[str] | IO[bytes]) -> None:
  """Writes the model and its assets to a zip file: a path, or a file that is open for writing."""
  xml = spec.to_xml()
  with zipfile.ZipFile(file, 'w', zipfile.ZIP_DEFLATED) as archive:
    for name, contents in spec.assets.items():
      archive.writestr(name, contents)
    archive.writestr(spec.modelname + '.xml', xml)


def from_zip(file: str | os.PathLike[str] | IO[bytes]) -> _core.MjSpec:
  """An MjSpec from a zip file: a path, or a file that is open for reading.

  The model is the first .xml nearest to the top; other files are its assets, named as they are seen from it.
  """
  if not hasattr(file, 'read') and not isinstance(file, (str, bytes, os.PathLike)):
    raise ValueError(f'File {file} is not a zip file.')
  with zipfile.ZipFile(file) as archive:
    names = [name for name in archive.namelist() if not name.endswith('/')]
    models = sorted((name for name in names if name.endswith('.xml')), key=lambda name: name.count('/'))
    if not models:
      raise ValueError('No XML file found in zip file.')
    folder = posixpath.dirname(models[0])
    files = {posixpath.relpath(name, folder or '.'): archive.read(name) for name in names if name != models[0]}
    xml = archive.read(models[0]).decode('utf-8')
  include = {name: text for name, text in files.items() if name.endswith('.xml')}
  assets = {name: contents for name, contents in files.items() if name not in include}
  return _core.MjSpec.from_string(xml, include=include, assets=assets)


setattr(_core.MjSpec, 'to_zip', to_zip)
setattr(_core.MjSpec, 'from_zip', staticmethod(from_zip))
