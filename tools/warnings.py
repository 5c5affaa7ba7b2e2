#!/usr/bin/env python3
"""Compiles src and cli with several compilers and -Werror: warnings of none of them are left.

  warnings.py BUILD   a folder with compile_commands.json

gcc optimises, because it finds some warnings only then; clang needs to read alone. A compiler that
is not installed is named and left out.
"""
import concurrent.futures
import json
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
COMPILERS = {'gcc-12': ['-S', '-o', os.devnull], 'clang-14': ['-fsyntax-only'], 'clang-19': ['-fsyntax-only']}
ONLY_GCC = re.compile('-m(move|store)-max=')


def commands(build):
    """folder and arguments of every object, without compiler and output"""
    for entry in json.loads((build / 'compile_commands.json').read_text()):
        source = pathlib.Path(entry['file'])
        if not {ROOT / 'src', ROOT / 'cli'} & set(source.parents):
            continue
        words = shlex.split(entry['command'])
        out = words.index('-o')
        del words[out:out + 2]
        # a launcher may stand before the compiler: arguments begin with the first option
        first = next(i for i, word in enumerate(words) if word.startswith('-'))
        yield entry['directory'], words[first:]


def look(compiler, options, folder, words):
    if not compiler.startswith('gcc'):
        words = [word for word in words if not ONLY_GCC.match(word)]
    run = subprocess.run([compiler, '-Werror', *words, *options], cwd=folder, capture_output=True, text=True)
    return run.returncode, run.stderr


def main(build):
    todo = list(commands(build))
    found = 0
    for compiler, options in COMPILERS.items():
        if not shutil.which(compiler):
            print(f'warnings: {compiler} is not installed, left out')
            continue
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            runs = list(pool.map(lambda job: look(compiler, options, *job), todo))
        bad = [text for code, text in runs if code]
        print('\n'.join(bad) + f'warnings: {compiler}: {len(bad)} of {len(todo)} objects have some')
        found += len(bad)
    return 1 if found or not todo else 0


sys.exit(main(pathlib.Path(sys.argv[1])))
