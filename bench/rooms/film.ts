import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { ensureFilm } from '#e2e/film/film.ts';
import { type Quality, videoTarget } from '#protocol/video-quality.ts';
import { installDebianPackages } from '#scripts/debian-packages.ts';

const run = promisify(execFile);

/** Two key frames in the film's two seconds: a sender asked for one returns to the first. */
const KEY_FRAME_INTERVAL = 30;
/** As in browsers: leaves room for SRTP and a server's additions. */
const MAX_PAYLOAD_BYTES = 1_180;
export const RTP_HEADER_BYTES = 12;

/** NAL unit types of H.264 (ITU-T H.264, table 7-1). */
const NAL = { slice: 1, keySlice: 5, sequence: 7, picture: 8 };
/** Fragmentation unit A (RFC 6184, 5.8). */
export const FU_A = 28;

/** A picture as RTP packets, whose headers each sender fills in before sending. */
export type Frame = { isKey: boolean; packets: Buffer[] };

/**
 * Encodes the tests' 360° film in H.264 at the size and bit rate that Panocall requests of a camera at this quality.
 */
export async function encodeFilm(quality: Quality): Promise<Frame[]> {
  const { input, encoding } = await filmOf(quality);
  const headers = ['-x264-params', `${CONSTANT}:repeat-headers=1`];
  const { stdout } = await run('ffmpeg', [...input, ...encoding, ...headers, '-f', 'h264', '-'], {
    encoding: 'buffer',
    maxBuffer: 100_000_000,
  });
  return framesOf(stdout);
}

/**
 * Encodes the same film, and a tone, as cameras' apps publish them.
 * @param file of FLV, to be made
 * @param bFrames in a row, at most
 */
export async function encodeFlv(quality: Quality, file: string, bFrames = 0): Promise<void> {
  const { input, encoding } = await filmOf(quality);
  const tone = ['-f', 'lavfi', '-i', 'sine=sample_rate=44100', '-shortest'];
  const sound = ['-af', 'volume=4', '-c:a', 'aac'];
  // The baseline profile has none.
  const order = bFrames > 0 ? ['-profile:v', 'main', '-bf', String(bFrames)] : [];
  await run('ffmpeg', [...input, ...tone, ...encoding, ...order, '-x264-params', CONSTANT, ...sound, file]);
}

const CONSTANT = 'nal-hrd=cbr:slices=1:scenecut=0';

/** Arguments of ffmpeg. */
async function filmOf(quality: Quality): Promise<{ input: string[]; encoding: string[] }> {
  await installDebianPackages(['ffmpeg'], console.log);
  const { width, height, bitrate } = videoTarget(quality, 'equirectangular');
  const film = await ensureFilm({ projection: 'equirectangular', width, height });
  const rate = String(bitrate);
  return {
    input: ['-loglevel', 'error', '-i', film],
    encoding: [
      ...[
        '-c:v',
        'libx264',
        '-profile:v',
        'baseline',
        '-preset',
        'veryfast',
        '-g',
        String(KEY_FRAME_INTERVAL),
      ],
      ...['-b:v', rate, '-minrate', rate, '-maxrate', rate, '-bufsize', rate],
    ],
  };
}

/** @param stream H.264 with start codes (ITU-T H.264, annex B), one slice per picture */
function framesOf(stream: Buffer): Frame[] {
  const frames: Frame[] = [];
  let headers: Buffer[] = [];
  for (const unit of unitsOf(stream)) {
    const type = (unit[0] ?? 0) & 0x1f;
    if (type === NAL.sequence || type === NAL.picture) headers.push(unit);
    if (type !== NAL.slice && type !== NAL.keySlice) continue;
    frames.push({
      isKey: type === NAL.keySlice,
      packets: [...headers, unit].flatMap(packetsOf),
    });
    headers = [];
  }
  return frames;
}

/** @param stream H.264 with start codes (ITU-T H.264, annex B) */
export function unitsOf(stream: Buffer): Buffer[] {
  const units: Buffer[] = [];
  const startCode = Buffer.from([0, 0, 1]);
  let start = stream.indexOf(startCode);
  while (start >= 0) {
    const next = stream.indexOf(startCode, start + 3);
    const end = next < 0 ? stream.length : next;
    // A start code of four bytes begins with another zero.
    units.push(stream.subarray(start + 3, stream[end - 1] === 0 ? end - 1 : end));
    start = next;
  }
  return units;
}

/** A NAL unit as one packet, or as fragments (RFC 6184, 5.6 and 5.8). */
function packetsOf(unit: Buffer): Buffer[] {
  if (unit.length <= MAX_PAYLOAD_BYTES) return [withHeader(unit)];
  const first = unit[0] ?? 0;
  const packets: Buffer[] = [];
  for (let at = 1; at < unit.length; at += MAX_PAYLOAD_BYTES - 2) {
    const part = unit.subarray(at, at + MAX_PAYLOAD_BYTES - 2);
    const isLast = at + part.length === unit.length;
    const fragment = (at === 1 ? 0x80 : 0) | (isLast ? 0x40 : 0) | (first & 0x1f);
    packets.push(withHeader(Buffer.from([(first & 0xe0) | FU_A, fragment]), part));
  }
  return packets;
}

function withHeader(...parts: Buffer[]): Buffer {
  return Buffer.concat([Buffer.alloc(RTP_HEADER_BYTES), ...parts]);
}
