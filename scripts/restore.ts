import { join, resolve } from 'node:path';
import { addFiles, picturesFolder, withDatabase } from './backups/destination.ts';
import { NotRestorable, restoreDatabase } from './backups/restore.ts';
import { giveToOwner } from './postgres/owner.ts';

/**
 * `npm run restore -- FOLDER`: restores a backup made by `npm run backup` into an empty database and the folder for
 * pictures, before the servers start. DATABASE_SUPERUSER_URL: as for `scripts/migrate.ts`.
 */
const [given] = process.argv.slice(2);
if (!given) {
  console.error('Usage: npm run restore -- FOLDER');
  process.exit(2);
}
const folder = resolve(given);
try {
  const { madeAt } = await withDatabase(async (url) => {
    await giveToOwner(url);
    const manifest = await restoreDatabase(url, folder);
    const pictures = picturesFolder();
    if (pictures) await addFiles(join(folder, 'files'), pictures);
    return manifest;
  });
  console.log(`Restored as of ${madeAt}. Sessions and API keys are void, and webhooks are switched off.`);
  console.log('Suspensions, blocked networks and roles are those of then: repeat what was changed since.');
} catch (error) {
  if (!(error instanceof NotRestorable)) throw error;
  console.error(`${error.message}.`);
  process.exitCode = 1;
}
