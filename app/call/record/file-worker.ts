import type { FileAnswer, FileRequest } from './recording-file.ts';
import { openFolder } from './recordings.ts';

let handle: FileSystemSyncAccessHandle | null = null;
/** End of the last complete write. */
let end = 0;

/**
 * Handles a request. Writes in place, not to a copy until the file is closed, as a page would: so the data outlasts the
 * page.
 */
async function act(request: FileRequest): Promise<void> {
  if (request.act === 'open') {
    const folder = await openFolder();
    handle = await (await folder.getFileHandle(request.name, { create: true })).createSyncAccessHandle();
  } else if (request.act === 'write') {
    const { data, position } = request;
    const written = handle?.write(data, { at: position });
    if (written !== data.length) throw new DOMException('Written in part', 'QuotaExceededError');
    end = Math.max(end, position + data.length);
  } else {
    // Without the part of a write that did not fit.
    handle?.truncate(end);
    handle?.flush();
    handle?.close();
  }
}

self.addEventListener('message', ({ data: request }: MessageEvent<FileRequest>) => {
  const answer = (problem: string | null) =>
    self.postMessage({ id: request.id, problem } satisfies FileAnswer);
  act(request).then(
    () => answer(null),
    (error: unknown) => answer(error instanceof DOMException ? error.name : 'UnknownError'),
  );
});
