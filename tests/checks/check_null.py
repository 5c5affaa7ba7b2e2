#!/usr/bin/env python3
"""NULL arguments of every function of the API, against the reference's answers.

  check_null.py PROGRAM   the program that tools/api/null_cases.py wrote
PROGRAM calls each function with each pointer NULL in turn, with all, and with arrays of length 0.
  the reference has an answer (tests/golden/null.tsv)   ours is the same: result, what is written,
                                                        and no message where it is silent
  the reference crashes or exits                        ours is an error message, and it returns
  the function is ours alone                            it returns
A function that the golden file lacks is an error: make the file again (tools/oracle/null.sh).
"""
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
GOLDEN = ROOT / 'tests/golden/null.tsv'

# answers that differ on purpose (docs/conformance.md)
OURS = {
    ('mjs_attach', 'prefix'): 'pointer',  # means an empty one
    ('mjs_attach', 'suffix'): 'pointer',
    ('mjs_setDefault', 'def'): '-',  # means the class main
    ('mjs_setToOrientation', 'actuator'): 'text error',  # it looks at the other arguments first
    ('mjs_setToPID', 'actuator'): 'text error',
    ('mjs_setToDCMotor', 'all'): 'text error',
    ('mj_loadPluginLibrary', 'path'): '- error',  # the reference loads the program itself
    ('mjp_findDecoder', 'content_type'): 'NULL',  # the extension decides
    ('mju_normalize', 'empty'): '0',  # a vector without numbers has length 0
    # the reference finds fault with another argument first
    ('mjs_setToOrientation', 'actuator'): 'text error',
    ('mjs_setToPID', 'actuator'): 'text error',
    ('mjs_setToDCMotor', 'all'): 'text error',
    ('mj_encode', 'content_type'): '-1 writes error',  # once is enough
    # the reference does not come to them, as nothing is shown or nothing happened
    ('mjui_event', 'con'): 'NULL error',
    ('mjv_select', 'd'): '-1 error',
    ('mjv_addGeoms', 'd'): '- error',
    ('mjv_addGeoms', 'scn'): '- error',
    ('mjv_updateSkin', 'd'): '- error',
    ('mjv_updateSkin', 'scn'): '- error',
    # the distance of a sphere needs neither a data nor a point that can be read
    ('mjc_distance', 'd'): '0 error', ('mjc_gradient', 'd'): '- error', ('mjc_gradient', 'x'): '- error',
    # there is no flex: the reference reads what is not there
    ('mj_flex', 'd'): '- error',
    ('mj_rayFlex', 'd'): '-1 error', ('mj_rayFlex', 'vertid'): '-1 error', ('mj_rayFlex', 'normal'): '-1 error',
    # the reference has no context in this program
    ('mjr_makeContext', 'm'): '-',
    ('mjr_uploadTexture', 'con'): '- error',
    ('mjr_readPixels', 'rgb'): '- writes depth', ('mjr_readPixels', 'depth'): '-',
    ('mjr_readPixels', 'empty'): '-', ('mjr_readPixels', 'all'): '- error',
    ('mjr_drawPixels', 'rgb'): '-', ('mjr_drawPixels', 'depth'): '-', ('mjr_drawPixels', 'empty'): '-',
    ('mjr_overlay', 'overlay2'): '-',
    ('mjv_cameraFrame', 'forward'): '- writes headpos,up,right',  # it may be NULL as the others
}
RANDOM = {'mju_standardNormal'}  # the result is another each time
LENGTHS = {'mj_encode', 'mj_printSchema'}  # the result is the length of a text of ours


def load(lines):
  rows = [line.split('\t') for line in lines if line and not line.startswith('#')]
  return {(function, null): answer for function, null, answer in rows}


def same(function, ours, reference):
  ours, reference = ours.split(), reference.split()
  if function in LENGTHS and ours and reference and int(reference[0]) > 0:
    return int(ours[0]) > 0 and ours[1:] == reference[1:]
  return ours == reference


def judge(case, answer, golden):
  """What is wrong with an answer, or None."""
  words = answer.split()
  if answer == 'crash':
    return 'it crashes'
  if case in OURS:
    return None if answer == OURS[case] else f'it should be "{OURS[case]}"'
  if case[0].startswith('sn_') or case[1] == 'none' or case[0] in RANDOM:
    return None
  if case not in golden:
    return 'tests/golden/null.tsv has no answer of the reference: run tools/oracle/null.sh'
  if golden[case] not in ('crash', 'error'):
    return None if same(case[0], answer, golden[case]) else f'the reference: {golden[case]}'
  # functions that tell their errors in a buffer do so there, and cannot if that is NULL as well
  if 'error' in words or (case[1] == 'all' and (case[0], 'error') in golden):
    return None
  return 'the reference stops here; an error message is expected'


def main(program):
  golden = load(GOLDEN.read_text().splitlines())
  run = subprocess.run([program], capture_output=True, text=True, check=False)
  ours = load(run.stdout.splitlines())
  if run.returncode or not ours:
    sys.exit(f'{program} failed:\n{run.stderr}')
  wrong = [(case, answer, judge(case, answer, golden)) for case, answer in ours.items()]
  wrong = [row for row in wrong if row[2]]
  for (function, null), answer, why in wrong:
    print(f'{function}, NULL: {null}: answer "{answer}"; {why}')
  functions = {case[0] for case in ours}
  unused = [case for case in OURS if case[0] in functions and case not in ours]
  for function, null in unused:
    print(f'check_null.py lists {function}, {null}, which does not exist')
  print(f'{len(ours)} calls of {len(functions)} functions, {len(wrong)} wrong')
  return 1 if wrong or unused else 0


if __name__ == '__main__':
  if len(sys.argv) != 2:
    sys.exit(__doc__)
  sys.exit(main(sys.argv[1]))
