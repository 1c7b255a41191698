import { CheckError } from './check-error.ts';
import type { CameraMeasure } from './measures.ts';

const MEASURED_MS = 1_500;
const FIRST_FRAME_MS = 5_000;

/**
 * Measures the camera's actual size and frame rate.
 * @throws CheckError noPicture
 */
export async function measureCamera(camera: MediaStreamTrack, signal: AbortSignal): Promise<CameraMeasure> {
  // A clone, because the camera's own track is disabled while its background is blurred.
  const track = camera.clone();
  track.enabled = true;
  const video = document.createElement('video');
  video.muted = true;
  video.playsInline = true;
  video.srcObject = new MediaStream([track]);
  try {
    const playing = video.play();
    playing.catch(() => {});
    const first = await nextFrame(video, FIRST_FRAME_MS, signal);
    let last = first;
    while (last.now - first.now < MEASURED_MS) last = await nextFrame(video, FIRST_FRAME_MS, signal);
    const frames = last.metadata.presentedFrames - first.metadata.presentedFrames;
    return {
      width: last.metadata.width,
      height: last.metadata.height,
      framesPerSecond: (frames * 1000) / (last.now - first.now),
    };
  } finally {
    video.srcObject = null;
    track.stop();
  }
}

type Frame = { now: number; metadata: VideoFrameCallbackMetadata };

function nextFrame(video: HTMLVideoElement, patienceMs: number, signal: AbortSignal): Promise<Frame> {
  return new Promise((resolve, reject) => {
    const request = video.requestVideoFrameCallback((now, metadata) => {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
      resolve({ now, metadata });
    });
    const stop = () => {
      clearTimeout(timer);
      video.cancelVideoFrameCallback(request);
      reject(new CheckError('noPicture'));
    };
    const timer = setTimeout(stop, patienceMs);
    signal.addEventListener('abort', stop, { once: true });
  });
}
