"""What the headers of include/sinew say of each function and variable of the API.

A comment belongs to the declarations that follow it without an empty line; one that begins with dashes opens a section
and is the last resort for what has no other.
"""
import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parents[2]
NAME = re.compile(r'(?:\(\*)?\b((?:mj|sn_)\w+)\)?(?:\[[^\]]*\])*\s*(?:\(|;|=)')
INLINE = re.compile(r'^static inline (?!.*\bsn_\w+_internal)')


class Entry:
  """of a declaration: its text, the words above or beside it, those of the declarations before it, those of its section"""

  def __init__(self, header, declaration, own, shared, section):
    self.header, self.declaration, self.own, self.shared, self.section = header, declaration, own, shared, section

  @property
  def words(self):
    return self.own or self.shared


def tidy(text):
  """declaration in one line"""
  text = re.sub(r'\s*//.*', '', text)
  text = re.sub(r'^MJAPI |\bextern ', '', ' '.join(text.split()))
  return re.sub(r' mjPRINTFLIKE\([^)]*\)', '', text).split('{')[0].rstrip('; ')


def entries():
  """name -> Entry"""
  out = {}
  for path in sorted((ROOT / 'include/sinew').glob('*.h')):
    section, comment, shared = '', [], ''
    lines = path.read_text().splitlines()
    at = 0
    while at < len(lines):
      line = lines[at]
      at += 1
      if line.startswith('//'):
        words = line[2:].strip()
        if words.startswith('---'):
          section, comment = words.strip('- '), []
        comment.append(words.strip('- '))
        continue
      if not line.startswith('MJAPI ') and not INLINE.match(line):
        if comment and not line and section == comment[0]:
          section = ' '.join(comment)
        comment, shared = [], '' if not line else shared
        continue
      text = line
      while ';' not in text and '{' not in text:
        text += ' ' + lines[at].strip()
        at += 1
      beside = re.search(r';\s*//\s*(.*)', text)
      own = ' '.join(comment + ([beside[1]] if beside else []))
      shared = ' '.join(comment) or shared
      found = NAME.search(tidy(text) + ';')
      if found:
        out.setdefault(found[1], Entry(path.name, tidy(text), own, shared, section))
      comment = []
  return out
