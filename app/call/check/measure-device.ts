import { paintWay } from '#app/sphere/paint/paint-way.ts';
import type { VideoCodec } from '#protocol/channel.ts';
import type { Projection } from '#protocol/projection.ts';
import { videoTarget } from '#protocol/video-quality.ts';
import { captureSize, type Size } from '../devices/capture.ts';
import { hasHardwareEncoder, sentQuality } from '../devices/chosen-quality.ts';
import { usualVideoCodec } from '../devices/video-codec.ts';
import { CheckError } from './check-error.ts';
import { EncodeClock } from './encode-clock.ts';
import type { DisplayMeasure, EncoderMeasure } from './measures.ts';

/**
 * Codec strings of WebCodecs, at levels that allow 3840×1920 at 30 frames/s; H.264 as calls use it, constrained
 * baseline.
 */
const CODECS: Readonly<Record<VideoCodec, string>> = {
  H264: 'avc1.42e033',
  VP9: 'vp09.00.50.08',
  AV1: 'av01.0.12M.08',
  VP8: 'vp8',
};
const FRAMES = 30;
const PATIENCE_MS = 2_500;
/** Maximum number of frames queued at the encoder. */
const QUEUE = 3;

/**
 * Measures WebGL's capabilities.
 * @throws CheckError unsupported without WebGL
 */
export function measureDisplay(): DisplayMeasure {
  const context = document.createElement('canvas').getContext('webgl2');
  if (!context) throw new CheckError('unsupported');
  const largest: unknown = context.getParameter(context.MAX_TEXTURE_SIZE);
  context.getExtension('WEBGL_lose_context')?.loseContext();
  if (typeof largest !== 'number') throw new CheckError('unsupported');
  return { largest, processor: paintWay() === 'planes' };
}

/**
 * Encodes a second of video as fast as possible, in the largest size this camera is sent in, with the codec that a call
 * would use.
 * @param native the camera's largest picture
 */
export async function measureEncoder(
  native: Size,
  projection: Projection,
  signal: AbortSignal,
): Promise<EncoderMeasure> {
  const quality = sentQuality('DEFAULT', native, projection, 'HIGH');
  const target = videoTarget(quality, projection);
  const size = captureSize(native, target);
  const hardware = await hasHardwareEncoder(native, projection);
  const config = await supportedConfig(size, target.bitrate, hardware);
  const framesPerSecond = config && (await encode(config, signal));
  return { hardware, ...size, framesPerSecond };
}

async function supportedConfig(
  { width, height }: Size,
  bitrate: number,
  hardware: boolean,
): Promise<VideoEncoderConfig | null> {
  if (typeof VideoEncoder !== 'function') return null;
  const codec = CODECS[usualVideoCodec()];
  for (const hardwareAcceleration of [
    hardware ? 'prefer-hardware' : 'prefer-software',
    'no-preference',
  ] as const) {
    const config = { codec, width, height, bitrate, framerate: FRAMES, hardwareAcceleration };
    const realtime: VideoEncoderConfig = { ...config, latencyMode: 'realtime' };
    if ((await VideoEncoder.isConfigSupported(realtime)).supported) return realtime;
  }
  return null;
}

/** Returns frames/s, null if no frame was encoded in time; rejects with the encoder's error. */
async function encode(config: VideoEncoderConfig, signal: AbortSignal): Promise<number | null> {
  const clock = new EncodeClock();
  let failure: DOMException | null = null;
  const encoder = new VideoEncoder({
    output: () => clock.take(performance.now()),
    error: (error) => {
      failure = error;
    },
  });
  const pictures = [0, 1].map((step) => drawn(config, step));
  try {
    encoder.configure(config);
    const beginning = performance.now();
    const isLate = () => performance.now() - beginning > PATIENCE_MS || signal.aborted;
    for (let at = 0; at < FRAMES && !failure && !isLate(); at++) {
      const picture = pictures[at % 2];
      if (!picture) break;
      const frame = new VideoFrame(picture, { timestamp: (at * 1e6) / FRAMES });
      clock.pass(performance.now());
      encoder.encode(frame, { keyFrame: at === 0 });
      frame.close();
      while (encoder.encodeQueueSize >= QUEUE && !failure && !isLate()) await turn();
    }
    // Flushing a full queue after the time is up would take as long again.
    if (!isLate() && !failure) await encoder.flush();
    if (failure) throw failure;
    return clock.framesPerSecond;
  } finally {
    for (const picture of pictures) picture.close();
    if (encoder.state !== 'closed') encoder.close();
  }
}

const turn = () => new Promise((resolve) => setTimeout(resolve, 4));

/** A picture with detail, and with movement from one step to the next. */
function drawn({ width, height }: Size, step: number): VideoFrame {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  for (let row = 0; row < 40; row++) {
    for (let column = 0; column < 80; column++) {
      if (!context) continue;
      context.fillStyle = `hsl(${(row * 47 + column * 31) % 360} 60% ${30 + ((row * column) % 40)}%)`;
      context.fillRect((column * width) / 80 + step * 8, (row * height) / 40, width / 80, height / 40);
    }
  }
  return new VideoFrame(canvas, { timestamp: 0 });
}
