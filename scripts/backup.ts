import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { backUpDatabase, recordBackup } from './backups/back-up.ts';
import { addFiles, picturesFolder, withDatabase } from './backups/destination.ts';

/**
 * `npm run backup -- FOLDER`: writes the database and the uploaded pictures into a new folder, while the servers run.
 * Leaves out the secrets of the environment.
 */
const [given] = process.argv.slice(2);
if (!given || existsSync(given)) {
  console.error(given ? `${given} exists` : 'Usage: npm run backup -- FOLDER');
  process.exit(2);
}
const folder = resolve(given);
const files = join(folder, 'files');

const { tables } = await withDatabase(async (url) => {
  const pictures = picturesFolder();
  // Copied twice: the first copy has pictures deleted meanwhile, the second those uploaded meanwhile.
  if (pictures) await addFiles(pictures, files);
  const manifest = await backUpDatabase(url, folder);
  if (pictures) await addFiles(pictures, files);
  await recordBackup(url);
  return manifest;
});
const rows = tables.reduce((sum, table) => sum + table.rows, 0);
console.log(
  `${folder}: ${rows} rows of ${tables.length} tables${picturesFolder() ? ', and the pictures' : ''}.`,
);
if (!picturesFolder()) console.log('The pictures are in the bucket S3_BUCKET, which is not copied.');
