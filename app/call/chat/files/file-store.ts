import { createStore } from 'zustand/vanilla';
import { onData, requireCall } from '../../state/call-store.ts';
import { FileTransfer } from './file-transfer.ts';

/** `arriving`: so many bytes are here. `here`: under an address that only this page has. `gone`: its sender's page has it no more. */
export type FileState =
  | { name: 'arriving'; received: number }
  | { name: 'here'; url: string }
  | { name: 'gone' };

/** By the id of the message that a file came with; one's own of before a reload are not there. */
export const fileStore = createStore<Readonly<Record<string, FileState>>>()(() => ({}));

/** Pictures that browsers show without running anything in them. */
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
  onArrived: (id, bytes) => {
    const type = types.get(id) ?? '';
    // Whatever else it says it is, it must not be opened as a page of this site.
    keep(id, new Blob([bytes], { type: isPicture(type) ? type : 'application/octet-stream' }));
  },
  onGone: (id) => set(id, { name: 'gone' }),
});
onData('files', (data) => transfer.receive(data));

/** What senders call their files. */
const types = new Map<string, string>();

export function isPicture(type: string): boolean {
  return PICTURES.has(type);
}

/** One's own: the other side may ask for it. */
export function offerFile(id: string, file: Blob): void {
  transfer.offer(id, file);
  keep(id, file);
}

/** Gets one of the other side, unless it is here or on its way. */
export function wantFile(id: string, { size, type }: { size: number; type: string }): void {
  if (fileStore.getState()[id]) return;
  types.set(id, type);
  set(id, { name: 'arriving', received: 0 });
  transfer.want(id, size);
}

export function forgetFiles(): void {
  transfer.clear();
  types.clear();
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
