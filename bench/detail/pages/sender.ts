import { Aim } from '#app/call/detail/aim.ts';
import { Crop } from '#app/call/detail/crop.ts';
import { BLOCK, RECTANGLE } from '#app/sphere/detail/rectangle.ts';
import { PLACE_BITS, paintStrip, readStrip } from '#app/sphere/detail/strip.ts';
import { processTrack } from '#app/sphere/track-processor.ts';
import { NUMBER_BITS, numberBlock } from '../film-number.ts';
import { Looks } from '../looks.ts';
import { describe, h264Only } from './connection.ts';

/** Bitrates in bit/s. */
export type Sending = {
  /** Of the camera. */
  width: number;
  /** Divisor of the whole picture's width and height. */
  scale: number;
  bitrate: number;
  /** Null: only the whole is sent. */
  detailBitrate: number | null;
  /** `begin`: in ms since 1970. */
  looks: { seed: number; seconds: number; begin: number };
  /** Age of the look that the sender knows, in ms: the way there and back, as media takes no time here. */
  delay: number;
};

/** A track; `encodeMs` is the mean of a frame. */
export type Sent = {
  width: number;
  height: number;
  frames: number;
  bits: number;
  keys: number;
  encodeMs: number;
};
type Report = { sent: Sent[]; cropMs: number };

declare global {
  interface Window {
    sender: {
      offer: (sending: Sending) => Promise<string>;
      answer: (sdp: string) => Promise<void>;
      report: () => Promise<Report>;
    };
  }
}

const connection = new RTCPeerConnection();
let bitrate = 0;
const cropping = { frames: 0, ms: 0 };

window.sender = {
  async offer(sending) {
    const { width, scale, detailBitrate } = sending;
    const stream = await navigator.mediaDevices.getUserMedia({
      video: { width, height: width / 2, frameRate: 30, resizeMode: 'none' },
    });
    const [camera] = stream.getVideoTracks();
    if (!camera) throw new Error('The browser has no camera');
    bitrate = sending.bitrate + (detailBitrate ?? 0);
    send(camera, { maxBitrate: sending.bitrate, scaleResolutionDownBy: scale });
    if (detailBitrate) {
      send(cropped(camera, sending), { maxBitrate: detailBitrate });
      await Promise.all(connection.getSenders().map(keepSize));
    }
    // At level 5.2, which allows 3840×1920.
    return (await describe(connection)).replaceAll('profile-level-id=42e01f', 'profile-level-id=42e034');
  },
  async answer(sdp) {
    const start = Math.round((0.8 * bitrate) / 1000);
    const answer = sdp.replace(/^a=fmtp:.*profile-level-id.*$/gm, `$&;x-google-start-bitrate=${start}`);
    await connection.setRemoteDescription({ type: 'answer', sdp: answer });
  },
  async report() {
    const sent: Sent[] = [];
    const stats: Map<string, RTCOutboundRtpStreamStats> = new Map(await connection.getStats());
    for (const { type, ...one } of stats.values())
      if (type === 'outbound-rtp')
        sent.push({
          width: one.frameWidth ?? 0,
          height: one.frameHeight ?? 0,
          frames: one.framesEncoded ?? 0,
          bits: 8 * (one.bytesSent ?? 0),
          keys: one.keyFramesEncoded ?? 0,
          encodeMs: (1000 * (one.totalEncodeTime ?? 0)) / (one.framesEncoded ?? 1),
        });
    return { sent, cropMs: cropping.ms / Math.max(1, cropping.frames) };
  },
};
document.documentElement.dataset.ready = '';

function send(track: MediaStreamTrack, encoding: RTCRtpEncodingParameters): void {
  track.contentHint = 'motion';
  h264Only(connection.addTransceiver(track, { direction: 'sendonly', sendEncodings: [encoding] }));
}

/** Otherwise the browser would make a picture smaller whose bits are few. */
async function keepSize(sender: RTCRtpSender): Promise<void> {
  await sender.setParameters({ ...sender.getParameters(), degradationPreference: 'maintain-resolution' });
}

/** A track with the rectangle of the camera's picture that the viewer looks at. */
function cropped(camera: MediaStreamTrack, { width, looks, delay }: Sending): MediaStreamTrack {
  const frames = processTrack(camera);
  if (!frames || !MediaStreamTrackGenerator) throw new Error('The browser cannot read and make tracks');
  const generator = new MediaStreamTrackGenerator({ kind: 'video' });
  const viewer = new Looks(looks.seed, looks.seconds);
  const aim = new Aim();
  const choose = () => {
    const now = (performance.timeOrigin + performance.now() - looks.begin - delay) / 1000;
    const [look, before] = [viewer.at(now), viewer.at(now - 1 / 30)];
    const speed = { yaw: 30 * (look.yaw - before.yaw), pitch: 30 * (look.pitch - before.pitch) };
    aim.look({ look, speed });
    return aim.place;
  };
  const crop = new Crop();
  const [reader, writer] = [frames.readable.getReader(), generator.writable.getWriter()];
  const pump = async () => {
    for (;;) {
      const { value: frame } = await reader.read();
      if (!frame) return;
      const begin = performance.now();
      const { x, y } = choose();
      await crop.copy(frame, { x, y });
      const [xBits, yBits] = PLACE_BITS;
      paintStrip(crop.luma, RECTANGLE.height, [
        [await numberOf(frame, width), NUMBER_BITS],
        [x / BLOCK, xBits],
        [y / BLOCK, yBits],
      ]);
      const detail = crop.frame(frame);
      frame.close();
      cropping.ms += performance.now() - begin;
      cropping.frames++;
      await writer.write(detail);
    }
  };
  void pump();
  return generator;
}

/** The number of the film's frame, read from the camera's. */
async function numberOf(frame: VideoFrame, width: number): Promise<number> {
  const height = numberBlock(width);
  const data = new Uint8Array(width * height * 2);
  await frame.copyTo(data, { rect: { x: 0, y: width / 2 - height, width, height } });
  const [number] = readStrip({ data, width, height, stride: width }, 0, [NUMBER_BITS], height) ?? [];
  return number ?? 255;
}
