const FOLDER = 'recordings';
/** Copying to the downloads takes a while, and does not say when it is over. */
const KEPT_MS = 600_000;
/** Set while there may be recordings of this browser's. */
const STORAGE_KEY = 'panocall.recordings';

/**
 * Where recordings are until they have been downloaded: in the site's own part of the disk. Rejects where a browser has
 * none, as some private windows.
 */
export async function openFolder(): Promise<FileSystemDirectoryHandle> {
  const root = await navigator.storage.getDirectory();
  return root.getDirectoryHandle(FOLDER, { create: true });
}

/** A recording is this tab's until it is released, or the tab is gone. @returns releases it */
export async function claim(name: string): Promise<() => void> {
  localStorage.setItem(STORAGE_KEY, 'true');
  return new Promise((resolve, reject) => {
    navigator.locks
      .request(lockName(name), () => new Promise<void>((release) => resolve(release)))
      .catch(reject);
  });
}

/** Whether it is worth looking for what is left over. */
export function mayHaveLeftovers(): boolean {
  return localStorage.getItem(STORAGE_KEY) !== null;
}

/** Recordings that no tab has: their pages were closed before the download, or crashed. */
export async function findLeftovers(): Promise<File[]> {
  const folder = await openFolder();
  const { held = [] } = await navigator.locks.query();
  const claimed = new Set(held.map(({ name }) => name));
  const found: File[] = [];
  let isEmpty = true;
  for await (const entry of folder.values()) {
    isEmpty = false;
    if (!(entry instanceof FileSystemFileHandle) || claimed.has(lockName(entry.name))) continue;
    const file = await entry.getFile();
    if (file.size > 0) found.push(file);
    else await folder.removeEntry(entry.name);
  }
  if (isEmpty) localStorage.removeItem(STORAGE_KEY);
  return found;
}

export async function removeRecording(name: string): Promise<void> {
  await (await openFolder()).removeEntry(name);
}

/** Once it has been downloaded. @param release of who has claimed it */
export function removeLater(name: string, release: () => void): void {
  const remove = async () => {
    // Has been removed otherwise.
    await removeRecording(name).catch(() => {});
    release();
  };
  setTimeout(() => void remove(), KEPT_MS);
}

function lockName(name: string): string {
  return `recording:${name}`;
}
