import { processTrack } from '#app/sphere/track-processor.ts';
import { describe } from './connection.ts';

declare global {
  interface Window {
    receiver: {
      answer: (sdp: string) => Promise<string>;
      /** Keeps what would be shown, every `pause` ms. @returns how many frames each track had meanwhile */
      watch: (options: { ms: number; pause: number }) => Promise<number[]>;
      /** Posts what was kept. @returns how many samples there were */
      post: (collector: string) => Promise<number>;
    };
  }
}

type Plane = { width: number; height: number; stride: number; data: Uint8Array<ArrayBuffer> };

const connection = new RTCPeerConnection();
/** The newest frame of the whole, and of the rectangle. */
const newest: (VideoFrame | undefined)[] = [];
const counts: number[] = [];
const kept: { at: number; planes: (Plane | null)[] }[] = [];

connection.addEventListener('track', ({ track, transceiver }) => {
  const index = connection.getTransceivers().indexOf(transceiver);
  void readAll(track, index);
});

async function readAll(track: MediaStreamTrack, index: number): Promise<void> {
  const reader = processTrack(track)?.readable.getReader();
  for (;;) {
    const frame = (await reader?.read())?.value;
    if (!frame) return;
    counts[index] = (counts[index] ?? 0) + 1;
    newest[index]?.close();
    newest[index] = frame;
  }
}

window.receiver = {
  async answer(sdp) {
    await connection.setRemoteDescription({ type: 'offer', sdp });
    return describe(connection);
  },
  async watch({ ms, pause }) {
    const before = [...counts];
    for (let due = performance.now(), end = due + ms; due < end; due += pause) {
      await new Promise((resolve) => setTimeout(resolve, due - performance.now()));
      const at = performance.timeOrigin + performance.now();
      kept.push({
        at,
        planes: await Promise.all(newest.map((frame) => (frame ? lumaOf(frame.clone()) : null))),
      });
    }
    return counts.map((count, index) => count - (before[index] ?? 0));
  },
  async post(collector) {
    for (const { at, planes } of kept)
      for (const [index, plane] of planes.entries()) {
        if (!plane) continue;
        const { width, height, stride, data } = plane;
        const query = new URLSearchParams(
          Object.entries({ at, index, width, height, stride }).map(([name, value]) => [name, String(value)]),
        );
        await fetch(`${collector}?${query}`, { method: 'POST', body: data, mode: 'no-cors' });
      }
    return kept.length;
  },
};
document.documentElement.dataset.ready = '';

/** Luma is the first plane in I420 and in NV12. */
async function lumaOf(frame: VideoFrame): Promise<Plane | null> {
  const data = new Uint8Array(frame.allocationSize());
  const [luma] = await frame.copyTo(data);
  const { width = 0, height = 0 } = frame.visibleRect ?? {};
  frame.close();
  if (!luma) return null;
  const { offset, stride } = luma;
  return { width, height, stride, data: data.slice(offset, offset + stride * height) };
}
