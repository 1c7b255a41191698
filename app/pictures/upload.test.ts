import { expect, it, vi } from 'vitest';
import { upload } from './upload.ts';

it('does not send a file the server would refuse unread', async () => {
  const open = vi.fn();
  vi.stubGlobal(
    'XMLHttpRequest',
    class extends EventTarget {
      upload = new EventTarget();
      status = 200;
      response = {};
      open = open;
      send() {
        this.dispatchEvent(new Event('load'));
      }
    },
  );
  const MEBIBYTE = 1024 * 1024;
  const send = (bytes: number) => upload('/api/avatar/1', { file: new Blob([new Uint8Array(bytes)]) });
  expect(await send(33 * MEBIBYTE)).toEqual({ code: 'TOO_LARGE' });
  expect(open).not.toHaveBeenCalled();
  expect(await send(MEBIBYTE)).toEqual({ answer: {} });
  vi.unstubAllGlobals();
});
