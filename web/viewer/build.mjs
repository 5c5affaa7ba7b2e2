// Bundles the page: dist/ has index.html, viewer.js, style.css and sinew.wasm, and works as plain static files.
import { build } from 'esbuild';
import { copyFileSync, mkdirSync, statSync } from 'node:fs';

const out = process.argv[2] ?? 'dist';
const from = (path) => new URL(path, import.meta.url).pathname;
mkdirSync(out, {recursive: true});
await build({
  entryPoints: [from('src/main.ts')], bundle: true, format: 'esm', target: 'es2022', minify: true, sourcemap: false,
  outfile: `${out}/viewer.js`, alias: {sinew: from('../package/dist/index.js')}, external: ['node:*'], legalComments: 'linked',
  logLevel: 'warning',
});
for (const [source, name] of [['index.html', 'index.html'], ['style.css', 'style.css'], ['../package/dist/sinew.wasm', 'sinew.wasm']]) {
  copyFileSync(from(source), `${out}/${name}`);
}
console.log(`viewer: ${Math.round(statSync(`${out}/viewer.js`).size / 1024)} kB of script in ${out}`);
