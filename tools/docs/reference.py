#!/usr/bin/env python3
"""Writes the references that are made of tables of the sources: docs/reference-cli.md from the option tables of the program (as its help
prints them), docs/reference-python.md from the stubs of the Python module, its Python files and the sentences of the C API.

usage: reference.py cli PROGRAM [--check]
       reference.py python PACKAGE [--check]   PACKAGE: folder of the built package, with _core.pyi
--check says whether the page is up to date and names entries without a sentence (status 1 if there are any)
"""
import ast
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / 'tools/api'))
import gen_docs  # pylint: disable=wrong-import-position
import headers  # pylint: disable=wrong-import-position

SHORTEST = 4  # characters of a sentence


def cell(text):
  return ' '.join(text.split()).replace('|', '\\|').replace('<', '\\<').replace('*', '\\*')


# ---- the program

def options(text):
  """(option, words) of the part of a help text between "options:" and the next empty line"""
  found = re.search(r'^options:\n((?:  .*\n)+)', text, re.M)
  for entry in re.findall(r'^  (\S.*(?:\n {3,}.*)*)', found[1] if found else '', re.M):
    head, *rest = entry.split('\n')
    name, _, first = head.partition('  ')
    words = ' '.join([first, *rest])
    yield name.strip(), ' '.join(words.split())


def cli(program):
  """the page, and names of entries without a sentence"""
  def say(*words):
    return subprocess.run([program, 'help', *words], check=True, capture_output=True, text=True).stdout
  empty = []
  top = say()
  commands = re.findall(r'^  ([a-z]+)((?: [A-Z\[\].]+)*) +(\S.*)$', re.search(r'^commands:\n((?:  .*\n)+)', top, re.M)[1], re.M)
  lines = ['# Commands and options', '', '<!-- Written by tools/docs/reference.py from the tables of the program. -->', '',
           'What `sinew help` says, in one page; `man sinew` has the same, and completions for bash, zsh and fish come from the same tables. '
           '[cli.md](cli.md) explains names of columns, files and exit codes.', '', '| command | |', '|---|---|']
  lines += [f'| [{name}](#{name}) | {cell(words)} |' for name, _, words in commands]
  for name, arguments, words in commands:
    text = say(name)
    if len(words) < SHORTEST:
      empty.append(name)
    about = re.search(r'^usage:.*\n\n((?:.+\n)+)', text, re.M)
    usage = re.search(r'^usage: (.*)', text)
    lines += ['', f'## {name}', '', f'`{usage[1] if usage else "sinew " + name + arguments}`', '',
              ' '.join(about[1].split()) if about else cell(words) + '.', '']
    found = list(options(text))
    if found:
      lines += ['| option | meaning |', '|---|---|']
    for option, meaning in found:
      lines.append(f'| `{option}` | {cell(meaning)} |')
      if len(meaning) < SHORTEST:
        empty.append(f'{name} {option}')
    examples = re.search(r'^examples:\n((?:  .*\n?)+)', text, re.M)
    if examples and name != 'help':
      lines += ['', 'Examples:', ''] + [f'- `{line.strip()}`' for line in examples[1].splitlines() if line.strip()]
  return '\n'.join(lines) + '\n', empty


# ---- Python

def sentences():
  """what the functions of C do, for those of Python with the same names"""
  entries, table = headers.entries(), gen_docs.meanings()
  return {row['name']: gen_docs.sentence(row['name'], entries, table) for row in gen_docs.load()}


def words_of_python():
  """name, or class.name -> sentence, for what neither stubs nor C say"""
  lines = (ROOT / 'tools/docs/python_words.tsv').read_text().splitlines()
  return dict(line.split('\t') for line in lines if line and not line.startswith('#'))


def plain(annotation):
  """the type that an attribute is read with: descriptors of the stubs tell what may be assigned too"""
  text = re.sub(r'_Array\[[\w.]+\]|NDArray\[[\w.]+\]', 'np.ndarray', annotation)
  text = re.sub(r'^_(?:Of|Vec|Fixed)\[(.*)\]$', r'\1', text)
  return {'_Int': 'int', '_Float': 'float', '_Bool': 'bool'}.get(text, text)


def signature(node):
  return f'{node.name}({ast.unparse(node.args)})' + (f' -> {ast.unparse(node.returns)}' if node.returns else '')


def members(body):
  """(name, text of the entry, its words) of a class or module of the stubs"""
  for k, node in enumerate(body):
    after = body[k + 1] if k + 1 < len(body) else None
    if isinstance(node, ast.AnnAssign):
      said = after.value.value if isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant) else ''
      yield node.target.id, f'{node.target.id}: {plain(ast.unparse(node.annotation))}', said
    elif isinstance(node, ast.FunctionDef):
      yield node.name, signature(node), ast.get_docstring(node) or ''


class Page:
  """lines of the page, and entries without a sentence"""

  def __init__(self):
    self.lines, self.empty = [], []
    self.c, self.words = sentences(), words_of_python()

  def sentence(self, owner, name, said):
    full = f'{owner}.{name}' if owner else name
    text = self.words.get(full) or said or self.c.get(name) or self.words.get(f'*.{name}', '')
    for pattern, words in self.words.items():
      found = not text and pattern.startswith('/') and re.fullmatch(pattern[1:], full)
      if found:
        text = words.format(*found.groups())
    if len(text) < SHORTEST:
      self.empty.append(full)
    return cell(text.split('\n\n')[0])

  def table(self, owner, entries):
    seen = set()
    rows = []
    for name, text, said in entries:
      if (name.startswith('_') and name != '__init__') or name in seen:
        continue
      seen.add(name)
      rows.append(f'| `{text.replace("|", chr(92) + "|")}` | {self.sentence(owner, name, said)} |')
    if rows:
      self.lines += ['| | |', '|---|---|', *rows, '']

  def functions(self, entries):
    self.table('', entries)


def python(package):
  page = Page()
  page.lines = ['# Python API', '', '<!-- Written by tools/docs/reference.py from the stubs and files of the package. -->', '',
                'Every name of the package `sinew`. [python.md](python.md) is the guide. Functions of C take arrays in place of pointers; what '
                '[api.md](api.md) says of them holds here. Enums have the names and values of C and are left out.', '']
  for path in sorted((ROOT / 'python/sinew').glob('*.py')):
    tree = ast.parse(path.read_text())
    public = [node for node in tree.body if isinstance(node, (ast.FunctionDef, ast.ClassDef)) and not node.name.startswith('_')]
    if path.stem.startswith('_') or not public:
      continue
    page.lines += [f'## sinew.{path.stem}', '', ' '.join((ast.get_docstring(tree) or '').split('\n\n')[0].split()), '']
    page.table('', [(node.name, signature(node) if isinstance(node, ast.FunctionDef) else f'class {node.name}',
                     ast.get_docstring(node) or '') for node in public])
    for node in public:
      if isinstance(node, ast.ClassDef):
        methods = [sub for sub in node.body if isinstance(sub, ast.FunctionDef) and not sub.name.startswith('_')]
        if methods:
          page.lines += [f'### {node.name}', '']
          page.table(node.name, [(sub.name, signature(sub), ast.get_docstring(sub) or '') for sub in methods])
  stubs = ast.parse((pathlib.Path(package) / '_core.pyi').read_text())
  page.lines += ['## Classes', '']
  for node in stubs.body:
    if isinstance(node, ast.ClassDef) and not node.name.startswith('_') and not node.name.startswith(('mj', 'sn_')):
      page.lines += [f'### {node.name}', '']
      page.table(node.name, members(node.body))
  page.lines += ['## Functions', '']
  page.functions([entry for entry in members(stubs.body) if isinstance(entry, tuple) and '(' in entry[1]])
  return '\n'.join(page.lines).rstrip() + '\n', page.empty


def main():
  if len(sys.argv) not in (3, 4) or sys.argv[1] not in ('cli', 'python') or sys.argv[3:] not in ([], ['--check']):
    sys.exit(__doc__)
  text, empty = {'cli': cli, 'python': python}[sys.argv[1]](sys.argv[2])
  path = ROOT / f'docs/reference-{sys.argv[1]}.md'
  for name in empty:
    print(f'{path.name}: {name}: no sentence')
  if sys.argv[3:]:
    fresh = path.exists() and path.read_text() == text
    if not fresh:
      print(f'docs/{path.name} is out of date: run tools/docs/reference.py {sys.argv[1]} ...')
    return 1 if empty or not fresh else 0
  path.write_text(text)
  return 0


if __name__ == '__main__':
  sys.exit(main())
