// Folders of the disk into the file system of an instance of the reference.
import fs from 'node:fs';
import path from 'node:path';

// the contents of a folder, folders in it included, into one that exists; wanted: by name
export function copyFolder(mj, from, to, wanted = () => true) {
  for (const entry of fs.readdirSync(from, { withFileTypes: true })) {
    const source = path.join(from, entry.name), target = to + '/' + entry.name;
    if (entry.isDirectory()) {
      mj.FS.mkdir(target);
      copyFolder(mj, source, target, wanted);
    } else if (wanted(entry.name)) {
      mj.FS.writeFile(target, fs.readFileSync(source));
    }
  }
}
