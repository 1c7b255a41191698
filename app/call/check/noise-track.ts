/** Pixels. Noise of this size uses up any bitrate, and little of the processor. */
const SIZE = { width: 640, height: 360 };
const PICTURES = 6;
const FRAME_RATE = 30;

/** Incompressible video, until it is stopped. */
export function noiseTrack(): { track: MediaStreamTrack | undefined; stop(): void } {
  const canvas = document.createElement('canvas');
  Object.assign(canvas, SIZE);
  const context = canvas.getContext('2d', { alpha: false });
  const pictures = Array.from({ length: PICTURES }, noise);
  let at = 0;
  const timer = setInterval(() => {
    const picture = pictures[at++ % PICTURES];
    if (picture) context?.putImageData(picture, 0, 0);
  }, 1000 / FRAME_RATE);
  const track = canvas.captureStream(FRAME_RATE).getVideoTracks()[0];
  return {
    track,
    stop: () => {
      clearInterval(timer);
      track?.stop();
    },
  };
}

function noise(): ImageData {
  const picture = new ImageData(SIZE.width, SIZE.height);
  const words = new Uint32Array(picture.data.buffer);
  for (let index = 0; index < words.length; index++) words[index] = Math.random() * 2 ** 32;
  return picture;
}
