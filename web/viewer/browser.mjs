// A browser and a server of static files for the tests.
import { createServer } from 'node:http';
import { existsSync, mkdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

const TYPES = {'.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.wasm': 'application/wasm', '.xml': 'text/xml'};
export const folder = fileURLToPath(new URL('.', import.meta.url));
export const shots = process.env.SINEW_SHOTS ?? join(folder, 'dist/shots');

/** the page as plain files on loopback */
export async function serve(root = join(folder, 'dist')) {
  const server = createServer(async (request, response) => {
    const path = normalize(new URL(request.url, 'http://x').pathname).replace(/^\/$/, '/index.html');
    try {
      response.setHeader('Content-Type', TYPES[extname(path)] ?? 'application/octet-stream');
      response.end(await readFile(join(root, path)));
    } catch {
      response.statusCode = 404;
      response.end();
    }
  });
  await new Promise((ready) => server.listen(0, '127.0.0.1', ready));
  return {url: `http://127.0.0.1:${server.address().port}/`, close: () => server.close()};
}

export async function openBrowser() {
  const executablePath = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync);
  if (!executablePath) throw new Error('there is no chromium; Debian has it as the package chromium');
  mkdirSync(shots, {recursive: true});
  return chromium.launch({executablePath, args: ['--no-sandbox', '--disable-quic', '--no-first-run', '--disable-background-networking',
    '--disable-component-update', '--disable-sync', '--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader']});
}
