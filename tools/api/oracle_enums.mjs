// Prints enums of the reference as rows "enum, name, value". Those that mjSpec uses are missing in
// the table of enums that came with the specification; they are public constants and are asked from
// the reference itself (npm package @mujoco/mujoco, to be installed where this runs).
//   node oracle_enums.mjs mjtLimited mjtOrientation ... > spec_enums.tsv
const mj = await (await import('@mujoco/mujoco')).default();
console.log('# Enums of mjSpec: enum, name, value. Made by: node oracle_enums.mjs ' +
  process.argv.slice(2).join(' '));
for (const name of process.argv.slice(2)) {
  const values = Object.entries(mj[name]).filter(([, v]) => v && typeof v.value === 'number');
  values.map(([key, v]) => [key, v.value]).sort((a, b) => a[1] - b[1])
    .forEach(([key, v]) => console.log([name, key, v].join('\t')));
}
