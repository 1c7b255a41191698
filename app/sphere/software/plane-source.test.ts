import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { PlaneSource } from './plane-source.ts';

const page = new EventTarget();

beforeEach(() => {
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
});
afterEach(() => vi.unstubAllGlobals());

/** A frame whose copy does not finish, as when the page is left meanwhile. */
class EndlessFrame implements Pick<VideoFrame, 'format' | 'close' | 'copyTo'> {
  readonly format = 'I420';
  readonly codedWidth = 4;
  readonly codedHeight = 2;
  readonly visibleRect = null;
  readonly colorSpace = { matrix: 'bt709', fullRange: false };
  readonly close = vi.fn();
  readonly copyTo = vi.fn(() => new Promise<PlaneLayout[]>(() => {}));
  allocationSize(): number {
    return 12;
  }
}

async function copying() {
  const frame = new EndlessFrame();
  const cancel = vi.fn();
  const stop = vi.fn();
  const readable = new ReadableStream<VideoFrame>({
    start: (controller) => Reflect.apply(controller.enqueue, controller, [frame]),
    cancel,
  });
  const onUnreadable = vi.fn();
  const source = new PlaneSource({
    frames: { readable, stop },
    onFrame: async () => null,
    onUnreadable,
  });
  await vi.waitFor(() => expect(frame.copyTo).toHaveBeenCalled());
  expect(frame.close).not.toHaveBeenCalled();
  return { frame, cancel, stop, source, onUnreadable };
}

it('closes the frame being copied when it is closed itself', async () => {
  const { frame, cancel, stop, source } = await copying();
  source.close();
  expect(frame.close).toHaveBeenCalled();
  expect(cancel).toHaveBeenCalled();
  expect(stop).toHaveBeenCalled();
});

it('closes the frame being copied when the page is left', async () => {
  const { frame, cancel, onUnreadable } = await copying();
  page.dispatchEvent(new Event('pagehide'));
  expect(frame.close).toHaveBeenCalled();
  expect(cancel).toHaveBeenCalled();
  expect(onUnreadable).not.toHaveBeenCalled();
});

it('listens to nothing once it is closed', async () => {
  const { cancel, source } = await copying();
  source.close();
  page.dispatchEvent(new Event('pagehide'));
  expect(cancel).toHaveBeenCalledOnce();
});

/** Reads from a track that has given no frame yet; `arrive` enqueues one. */
function waiting() {
  const cancel = vi.fn();
  const stop = vi.fn();
  let arrive = (_frame: EndlessFrame): void => {};
  const readable = new ReadableStream<VideoFrame>({
    start: (controller) => {
      arrive = (frame) => Reflect.apply(controller.enqueue, controller, [frame]);
    },
    cancel,
  });
  const source = new PlaneSource({
    frames: { readable, stop },
    onFrame: async () => null,
    onUnreadable: () => {},
  });
  return { cancel, stop, source, arrive: (frame: EndlessFrame) => arrive(frame) };
}

it.each(['closed', 'left'])('closes the awaited frame if it is %s meanwhile, then cancels', async (way) => {
  const { cancel, stop, source, arrive } = waiting();
  if (way === 'closed') source.close();
  else page.dispatchEvent(new Event('pagehide'));
  // Cancelling or stopping now would make the browser drop a frame that is on its way.
  expect(cancel).not.toHaveBeenCalled();
  expect(stop).not.toHaveBeenCalled();
  const frame = new EndlessFrame();
  arrive(frame);
  await vi.waitFor(() => expect(cancel).toHaveBeenCalled());
  expect(stop).toHaveBeenCalled();
  expect(frame.close).toHaveBeenCalled();
  expect(frame.copyTo).not.toHaveBeenCalled();
});
