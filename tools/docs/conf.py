"""Sphinx makes HTML of docs/*.md (tools/docs.sh). Pages stay plain Markdown: what Sphinx wants besides is made here. Its theme has
no fonts or scripts of other servers, and its search loads an index as a script, so that pages work from file:// too."""
import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parents[2]
project = 'Sinew'
author = 'the authors of Sinew'
copyright = 'the authors of Sinew, Apache 2.0'  # pylint: disable=redefined-builtin
version = release = re.search(r'VERSION ([\d.]+)', (ROOT / 'CMakeLists.txt').read_text().split('project(', 1)[1])[1]
extensions = ['myst_parser']
root_doc = 'index'
myst_heading_anchors = 4
html_theme = 'furo'
html_title = f'Sinew {version}'
html_static_path = [str(pathlib.Path(__file__).parent / 'static')]
html_css_files = ['manual.css']
html_copy_source = False
html_show_search_summary = False  # a browser does not fetch pages of file://
html_show_sourcelink = False
html_last_updated_fmt = None
pygments_style = 'tango'
pygments_dark_style = 'monokai'
suppress_warnings = ['misc.highlighting_failure', 'myst.header']
FOLDERS = re.compile(r'\[([^\]]+)\]\(\.\./[\w/]+(?<!\.\w)(?<!\.\w\w)(?<!\.\w\w\w)(?<!\.\w\w\w\w)\)')


def contents(text):
  """hidden tables of contents from the lists of index.md, one for each section"""
  out = text
  for section in re.split(r'^## ', text, flags=re.M)[1:]:
    pages = re.findall(r'^- \[[^\]]+\]\(([\w-]+)\.md\)', section, re.M)
    out += f'\n```{{toctree}}\n:hidden:\n:caption: {section.splitlines()[0]}\n\n' + '\n'.join(pages) + '\n```\n'
  return out


def read(_app, name, source):
  text = source[0]
  text = re.sub(r'\[([\w-]+)\.md\]\(\1\.md(#[\w-]+)?\)', r'[](\1.md\2)', text)  # pages by their titles
  text = FOLDERS.sub(r'\1', text)  # folders of the repository are no pages
  text = re.sub(r'\]\(\.\./(README|CHANGELOG|CONTRIBUTING)\.md\)', ']', text)
  text = re.sub(r'^```console$', '```{code-block} console', text, flags=re.M)
  source[0] = contents(text) if name == 'index' else text


def setup(app):
  app.connect('source-read', read)
