#!/usr/bin/env python3
"""The manual: (a) links of its pages lead to files and headings that are there; (b) every page is in the lists of docs/index.md; (c) every picture
of docs/pictures is shown, and has words for those who do not see it; (d) numbers in README's table against MuJoCo stand in the page that
the row names; (e) the reference of the program is up to date; (f) tables of numbers are what the program computes, figures what it draws.

usage: check_docs.py [PROGRAM]    without the program (a) to (d) only
"""
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGES = [ROOT / name for name in ('README.md', 'CONTRIBUTING.md', 'CHANGELOG.md')] + sorted((ROOT / 'docs').glob('*.md'))
CODE = re.compile(r'^```.*?^```$|`[^`\n]*`|<!--.*?-->', re.M | re.S)
passed = failed = 0


def check(good, words):
  global passed, failed  # pylint: disable=global-statement
  if good:
    passed += 1
  else:
    failed += 1
    print('FAILED:', words)


def anchors(page):
  """of the headings of a page, as GitHub and the generator make them"""
  out = set()
  for title in re.findall(r'^#+ (.*)$', CODE.sub(lambda m: m[0] if m[0][0] == '`' and m[0][:3] != '```' else '', page.read_text()), re.M):
    out.add(re.sub(r'[^\w\- ]', '', title.lower()).replace(' ', '-'))
  return out | set(re.findall(r'<a id="([^"]+)"></a>', page.read_text()))


def links():
  for page in PAGES:
    text = CODE.sub('', page.read_text())
    for picture, words, target in re.findall(r'(!?)\[([^\]]*)\]\(([^)\s]+)\)', text):
      if re.match(r'https?:', target):
        continue
      path, _, anchor = target.partition('#')
      file = (page.parent / path).resolve() if path else page
      check(file.exists(), f'{page.name}: {target} leads nowhere')
      if file.exists() and anchor and file.suffix == '.md':
        check(anchor in anchors(file), f'{page.name}: {target}: there is no such heading')
      if picture:
        check(len(words) > 3, f'{page.name}: {target} has no words for those who do not see it')


def contents():
  listed = set(re.findall(r'\]\(([\w-]+\.md)\)', (ROOT / 'docs/index.md').read_text()))
  for page in (ROOT / 'docs').glob('*.md'):
    check(page.name in listed or page.name == 'index.md', f'docs/index.md does not list {page.name}')
  all_text = ''.join(page.read_text() for page in PAGES)
  for picture in (ROOT / 'docs/pictures').rglob('*.*'):
    name = str(picture.relative_to(ROOT / 'docs'))
    check(name in all_text, f'docs/{name} is shown nowhere')


def table():
  text = (ROOT / 'README.md').read_text().split('## Beside MuJoCo', 1)[1].split('\n## ', 1)[0]
  rows = re.findall(r'^\| (?!\||-)(.*) \|$', text, re.M)[1:]
  check(len(rows) >= 6, 'README.md: the table against MuJoCo is short')
  for row in rows:
    cells = row.split(' | ')
    page = re.search(r'\((docs/[\w-]+\.md)\)', cells[-1])
    check(page is not None, f'README.md: no page in the row {row!r}')
    there = (ROOT / page[1]).read_text() if page else ''
    for number in re.findall(r'\d+\.\d+|\d{2,}', ' '.join(cells[1:-1])):
      check(re.search(rf'(?<![\d.]){re.escape(number)}(?!\d)', there), f'README.md: {number} of {cells[0]!r} is not in {page[1]}')


def versions():
  """one version, wherever it is said"""
  version = re.search(r'project\(sinew VERSION ([\d.]+)', (ROOT / 'CMakeLists.txt').read_text())[1]
  for name, words in (('pyproject.toml', f'version = "{version}"'), ('web/package/package.json', f'"version": "{version}"'),
                      ('include/sinew/extra.h', f'// "{version}"'), ('CHANGELOG.md', f'## {version}'), ('docs/abi.md', f'{version}')):
    check(words in (ROOT / name).read_text(), f'{name} does not say version {version}')
  for page in PAGES:
    for name in re.findall(r'(?:sinew|doc|dev|0\.\d)[_-](\d+\.\d+\.\d+)[_.-]', page.read_text()):
      check(name == version, f'{page.name}: a package of version {name}, not {version}')


def run(*words):
  r = subprocess.run([sys.executable, '-B', *words], cwd=ROOT, capture_output=True, text=True, check=False)
  check(r.returncode == 0, ' '.join(words) + '\n' + r.stdout + r.stderr)


def main():
  links()
  contents()
  table()
  versions()
  if len(sys.argv) > 1:
    program = sys.argv[1]
    run('tools/docs/reference.py', 'cli', program, '--check')
    run('tools/docs/tables.py', '--check', program)
    run('tools/docs/figures.py', '--check', program)
  print(f'{passed} passed, {failed} failed')
  return 1 if failed else 0


if __name__ == '__main__':
  sys.exit(main())
