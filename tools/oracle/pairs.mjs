// Contacts of the reference between planes, spheres, capsules, cylinders and boxes, as
// tests/collide/test_pairs.c reads them (format: pair_golden.mjs):
//   cd tools/oracle && npm ci && node pairs.mjs
// With a case name and a pose it prints that pose and its contacts instead: node pairs.mjs box-box 17
import { writeGolden } from './pair_golden.mjs';

const [name, number] = process.argv.slice(2);
let line = 0, last;
await writeGolden('pairs', name && ((c, pose, m, d) => {
  if (c !== last) line++;
  last = c;
  if (c.name !== name || pose !== Number(number)) return;
  console.log('case', line, 'pos', Array.from(d.geom_xpos), 'mat', Array.from(d.geom_xmat));
  for (let i = 0; i < d.ncon; i++) {
    const contact = d.contact.get(i);
    console.log(contact.dist, Array.from(contact.pos), Array.from(contact.frame).slice(0, 6));
  }
}));
