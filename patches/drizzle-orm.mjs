import { readFile, rename, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/** What this project and drizzle-kit import; rate-limiter-flexible imports the first. */
const USED = [
  '.',
  './casing',
  './mysql-core',
  './pg-core',
  './postgres-js',
  './postgres-js/migrator',
  './relations',
  './singlestore-core',
  './sqlite-core',
  './version',
];

// `exports` of drizzle-orm lists each of its files, on 179 kB, which Node parses at every import from or within the
// package: half of a server's start. This leaves the entry points in use.
const file = fileURLToPath(new URL('../node_modules/drizzle-orm/package.json', import.meta.url));
const { exports, ...rest } = JSON.parse(await readFile(file, 'utf8'));
const used = Object.fromEntries(Object.entries(exports).filter(([name]) => USED.includes(name)));
// Renamed, because other checkouts may have a hard link to the file.
await writeFile(`${file}.new`, JSON.stringify({ ...rest, exports: used }, null, 2));
await rename(`${file}.new`, file);
