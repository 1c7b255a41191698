import { execFile } from 'node:child_process';
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { mediasoupFolder } from './mediasoup-folder.ts';

const run = promisify(execFile);

/** The download is a few megabytes; if it takes longer than this, building is quicker. */
const TIMEOUT_MS = 60_000;

/**
 * Has mediasoup's own install script download the prebuilt worker for this machine.
 * @param folder an empty folder to work in
 * @returns the path of the binary, or undefined if none is available
 */
export async function downloadPrebuiltWorker(
  folder: string,
  say: (line: string) => void,
): Promise<string | undefined> {
  say('Media worker: downloading a prebuilt binary');
  const { MEDIASOUP_WORKER_BIN: _, ...env } = process.env;
  try {
    await run(process.execPath, [join(mediasoupFolder, 'npm-scripts.mjs'), 'postinstall'], {
      cwd: folder,
      // Without Python the script stops after a failed download, before it fetches build tools and sources.
      env: { ...env, PYTHON: 'false' },
      timeout: TIMEOUT_MS,
    });
    const binary = join(folder, 'worker', 'out', 'Release', 'mediasoup-worker');
    await access(binary);
    return binary;
  } catch {
    say('Media worker: no prebuilt binary could be downloaded');
    return undefined;
  }
}
