import { hasSamples } from './has-samples.ts';

const FOLDER = 'recordings';
/** Copying a file to the downloads takes a while, and its end is not reported. */
const KEPT_MS = 600_000;
/**
 * Prefix of a recording's key in the browser's storage. The value is when it was saved, in ms since 1970; empty if it
 * was not.
 */
const STORED = 'panocall.recording:';

/**
 * Folder of recordings until they have been downloaded, in the site's private file system. Rejects in browsers without
 * one, as in some private windows.
 */
export async function openFolder(): Promise<FileSystemDirectoryHandle> {
  const root = await navigator.storage.getDirectory();
  return root.getDirectoryHandle(FOLDER, { create: true });
}

/** Claims a recording for this tab until it is released or the tab is closed. @returns a function that releases it */
export async function claim(name: string): Promise<() => void> {
  localStorage.setItem(STORED + name, '');
  return new Promise((resolve, reject) => {
    navigator.locks
      .request(lockName(name), () => new Promise<void>((release) => resolve(release)))
      .catch(reject);
  });
}

/** Whether there may be leftovers to look for. */
export function mayHaveLeftovers(): boolean {
  try {
    return Object.keys(localStorage).some((key) => key.startsWith(STORED));
  } catch {
    // Storage is denied: nothing was kept there.
    return false;
  }
}

/** Recordings that were not saved and that no tab has claimed: their pages were closed, or crashed. */
export async function findLeftovers(): Promise<File[]> {
  const folder = await openFolder();
  const { held = [] } = await navigator.locks.query();
  const claimed = new Set(held.map(({ name }) => name));
  const found: File[] = [];
  for await (const entry of folder.values()) {
    if (!(entry instanceof FileSystemFileHandle) || claimed.has(lockName(entry.name))) continue;
    const savedAt = Number(localStorage.getItem(STORED + entry.name));
    const file = await entry.getFile();
    if (savedAt === 0 && (await hasSamples(file))) found.push(file);
    else if (Date.now() - savedAt > KEPT_MS) await removeRecording(entry.name);
  }
  return found;
}

export async function removeRecording(name: string): Promise<void> {
  await (await openFolder()).removeEntry(name);
  localStorage.removeItem(STORED + name);
}

/** Removes a recording once it has been downloaded. @param release of its claim */
export function removeLater(name: string, release: () => void): void {
  localStorage.setItem(STORED + name, String(Date.now()));
  const remove = async () => {
    // It has already been removed.
    await removeRecording(name).catch(() => {});
    release();
  };
  setTimeout(() => void remove(), KEPT_MS);
}

function lockName(name: string): string {
  return `recording:${name}`;
}
