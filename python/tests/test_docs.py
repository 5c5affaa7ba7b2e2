"""The Python blocks of docs/python.md run, in their order and in one namespace, as a reader would type them."""
import contextlib
import importlib.util
import io
import os
import pathlib
import re

import sinew

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGE = ROOT / 'docs/python.md'


def blocks():
  """(line, code) of each block."""
  text = PAGE.read_text(encoding='utf-8')
  for found in re.finditer(r'^```python\n(.*?)^```', text, re.M | re.S):
    yield text.count('\n', 0, found.start(1)) + 1, found[1]


def test_blocks(monkeypatch):
  monkeypatch.chdir(ROOT)
  names, said = {}, io.StringIO()
  all_blocks = list(blocks())
  for line, code in all_blocks:
    if 'import gymnasium' in code and not importlib.util.find_spec('gymnasium'):
      continue
    with contextlib.redirect_stdout(said):
      # lines of a traceback are those of the page
      exec(compile('\n' * (line - 1) + code, str(PAGE), 'exec'), names)  # pylint: disable=exec-used
  text = said.getvalue()
  assert len(all_blocks) > 8
  for words in ('TypeError: mj_jacSite(): jacp should be of shape (3, nv) = (3, 2)', 'FatalError: mj_jacSite: there is no site 99',
                'KeyError: ', 'ValueError: ', 'warning; joint', 'body_mass'):
    assert words in text, words


def test_links():
  """Files that the page names are there."""
  links = re.findall(r'\]\(([^)#]+)\)', PAGE.read_text(encoding='utf-8'))
  assert links
  lost = [link for link in links if not os.path.exists(PAGE.parent / link)]
  assert not lost
