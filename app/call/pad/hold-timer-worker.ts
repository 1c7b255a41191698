import type { TimerRequest } from './hold-timer.ts';

self.addEventListener('message', ({ data: { id, ms } }: MessageEvent<TimerRequest>) => {
  setTimeout(() => self.postMessage(id), ms);
});
