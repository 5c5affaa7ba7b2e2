#!/usr/bin/env python3
"""Every source file can be found by searching: its first comment has a term of docs/glossary.md (a term of ours or the usual one),
or the usual name of an algorithm or a format that the page lists at its end.

usage: check_terms.py [--list]    --list: prints each file and the terms that were found
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
GLOSSARY = ROOT / 'docs/glossary.md'
FOLDERS = ('src', 'cli')
MADE = {'src/model/meanings.h', 'src/asset/march_table.h'}  # written by programs
TITLE = '## Algorithms and formats'
# words of the tables that say nothing by themselves
PLAIN = {'row', 'kind', 'world', 'pass', 'stage', 'limit', 'part', 'one world', 'variant', 'type', 'grid', 'copies', 'layer', 'seeds', 'field', 'plan', 'term'}


def split(cell):
  words = re.split(r'[,;]', re.sub(r'\([^)]*\)|[`*]', '', cell))
  return {word.strip().lower() for word in words if len(word.strip()) > 2}


def glossary():
  text = GLOSSARY.read_text()
  if TITLE not in text:
    sys.exit(f'check_terms: docs/glossary.md lacks the section {TITLE!r}')
  tables, names = text.split(TITLE)
  found = split(re.sub(r'^- .*?:|\*\*', ',', names.split('\n\n', 2)[2], flags=re.M).replace('\n', ' '))
  found = {' '.join(word.split()) for word in found}
  for line in tables.splitlines():
    cells = [cell.strip() for cell in line.strip().strip('|').split('|')]
    if line.startswith('| ') and len(cells) == 4 and cells[0] != 'term':
      found |= split(cells[0]) | split(cells[1])
  return found - PLAIN


def first_comment(path):
  lines = []
  for line in path.read_text().splitlines():
    if not line.startswith('//'):
      break
    lines.append(line[2:].strip())
  return ' '.join(lines).lower()


def main():
  words = {word: re.compile(rf'(?<!\w){re.escape(word)}(?:s|es|d|ed|ing|ion|or)?(?!\w)') for word in glossary()}
  missing, passed = [], 0
  for path in sorted(p for folder in FOLDERS for p in (ROOT / folder).rglob('*.[ch]')):
    name = path.relative_to(ROOT).as_posix()
    if name in MADE:
      continue
    comment = first_comment(path)
    found = [word for word, pattern in words.items() if pattern.search(comment)]
    passed += bool(found)
    if not found:
      missing.append(f'{name}: its first comment has no term of docs/glossary.md: {comment[:100]!r}')
    if '--list' in sys.argv:
      print(f'{name}: {", ".join(sorted(found))}')
  print('\n'.join(missing + [f'{passed} passed, {len(missing)} failed']))
  return 1 if missing or not passed else 0


if __name__ == '__main__':
  sys.exit(main())
