// Files that people drop or choose, with the paths of their folders.
import type { FileMap } from './session.js';

const LIMIT = 2e9;  // bytes in all

async function addFile(out: FileMap, path: string, file: File) {
  let total = file.size;
  for (const bytes of out.values()) total += bytes.length;
  if (total > LIMIT) throw new Error('These files are more than 2 GB; choose a smaller folder.');
  out.set(path, new Uint8Array(await file.arrayBuffer()));
}

async function walk(out: FileMap, entry: FileSystemEntry, folder: string): Promise<void> {
  const path = folder + entry.name;
  if (entry.isFile) {
    const file = await new Promise<File>((done, failed) => (entry as FileSystemFileEntry).file(done, failed));
    await addFile(out, path, file);
    return;
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  for (;;) {
    const entries = await new Promise<FileSystemEntry[]>((done, failed) => reader.readEntries(done, failed));
    if (!entries.length) return;
    for (const inside of entries) await walk(out, inside, `${path}/`);
  }
}

export async function fromDrop(transfer: DataTransfer): Promise<FileMap> {
  const out: FileMap = new Map();
  const entries = [...transfer.items].map((item) => item.webkitGetAsEntry?.()).filter((entry): entry is FileSystemEntry => !!entry);
  if (entries.length) for (const entry of entries) await walk(out, entry, '');
  else for (const file of transfer.files) await addFile(out, file.name, file);
  return out;
}

export async function fromInput(list: FileList): Promise<FileMap> {
  const out: FileMap = new Map();
  const files = [...list];  // the list is emptied when the input is
  for (const file of files) await addFile(out, file.webkitRelativePath || file.name, file);
  return out;
}
