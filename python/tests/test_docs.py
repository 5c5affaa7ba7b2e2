"""The Python blocks of the manual run, those of a page in their order and in one namespace, as a reader would type them.
What a block is, and which are run elsewhere, is told by tools/docs/blocks.py."""
import contextlib
import importlib.util
import io
import pathlib
import subprocess
import sys

import pytest

import sinew

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / 'tools/docs'))
import blocks as manual  # noqa: E402  pylint: disable=wrong-import-position

PAGES = {page.name: found for page in manual.pages()
         if (found := [b for b in manual.blocks(page) if b.language == 'python' and not b.run.startswith('never')])}


def run(page, monkeypatch):
  """what the blocks of a page print"""
  monkeypatch.chdir(ROOT)
  names, said = {}, io.StringIO()
  for block in PAGES[page]:
    if 'import gymnasium' in block.code and not importlib.util.find_spec('gymnasium'):
      continue
    with contextlib.redirect_stdout(said):
      # lines of a traceback are those of the page
      exec(compile('\n' * block.line + block.code, str(block.page), 'exec'), names)  # pylint: disable=exec-used
  return said.getvalue()


@pytest.mark.parametrize('page', sorted(PAGES))
def test_blocks(page, monkeypatch):
  run(page, monkeypatch)


def test_messages(monkeypatch):
  """what python.md promises of errors"""
  assert len(PAGES['python.md']) > 8
  text = run('python.md', monkeypatch)
  for words in ('TypeError: mj_jacSite(): jacp should be of shape (3, nv) = (3, 2)', 'FatalError: mj_jacSite: there is no site 99',
                'KeyError: ', 'ValueError: ', 'warning; joint', 'body_mass'):
    assert words in text, words


def test_reference():
  """docs/reference-python.md is that of this build, and no entry is without a sentence"""
  package = pathlib.Path(sinew.__file__).parent
  if not (package / '_core.pyi').exists():
    pytest.skip('the module stands without its stubs')
  r = subprocess.run([sys.executable, '-B', ROOT / 'tools/docs/reference.py', 'python', package, '--check'], capture_output=True, text=True,
                     check=False)
  assert r.returncode == 0, r.stdout + r.stderr
