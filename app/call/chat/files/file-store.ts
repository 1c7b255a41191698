import { createStore } from 'zustand/vanilla';
import { onData, requireCall } from '../../state/call-store.ts';
import { FileTransfer } from './file-transfer.ts';

/**
 * Bytes of files that are fetched without asking, in one call. Later files wait until their recipient wants them, as the
 * other side could otherwise fill this page's memory.
 */
const UNASKED_BYTES = 50_000_000;

/**
 * `offered`: fetched if the recipient wants it. `arriving`: number of bytes received so far. `here`: available at an
 * object URL of this page. `gone`: the sender's page no longer has it.
 */
export type FileState =
  | { name: 'offered' }
  | { name: 'arriving'; received: number }
  | { name: 'here'; url: string }
  | { name: 'gone' };

/** By the id of the file's message; own files from before a reload are missing. */
export const fileStore = createStore<Readonly<Record<string, FileState>>>()(() => ({}));

/** Picture types that browsers show without running any code in them. */
const PICTURES: ReadonlySet<string> = new Set([
  'image/avif',
  'image/gif',
  'image/jpeg',
  'image/png',
  'image/webp',
]);

const transfer = new FileTransfer({
  send: async (data) => requireCall().sendData('files', data),
  onProgress: (id, received) => set(id, { name: 'arriving', received }),
  onArrived: (id, parts) => {
    const type = types.get(id) ?? '';
    // Whatever type the sender claims, the file must not open as a page of this site.
    keep(id, new Blob(parts, { type: isPicture(type) ? type : 'application/octet-stream' }));
  },
  onGone: (id) => set(id, { name: 'gone' }),
});
onData('files', (data) => transfer.receive(data));

/** Types as claimed by senders, by message id. */
const types = new Map<string, string>();

export function isPicture(type: string): boolean {
  return PICTURES.has(type);
}

/** Makes an own file available to the other side. */
export function offerFile(id: string, file: Blob): void {
  transfer.offer(id, file);
  keep(id, file);
}

/** Bytes that were fetched in this call without asking. */
let unasked = 0;

/** Fetches a file that the other side has announced, or waits until it is wanted. */
export function announceFile(id: string, { size, type }: { size: number; type: string }): void {
  if (fileStore.getState()[id]) return;
  types.set(id, type);
  if (unasked + size > UNASKED_BYTES) {
    set(id, { name: 'offered' });
    return;
  }
  unasked += size;
  fetchFile(id, size);
}

/** Fetches a file of the other side. @param size in bytes */
export function fetchFile(id: string, size: number): void {
  set(id, { name: 'arriving', received: 0 });
  transfer.want(id, size);
}

export function forgetFiles(): void {
  transfer.clear();
  types.clear();
  unasked = 0;
  for (const file of Object.values(fileStore.getState()))
    if (file.name === 'here') URL.revokeObjectURL(file.url);
  fileStore.setState({}, true);
}

function keep(id: string, file: Blob): void {
  set(id, { name: 'here', url: URL.createObjectURL(file) });
}

function set(id: string, state: FileState): void {
  fileStore.setState({ [id]: state });
}
