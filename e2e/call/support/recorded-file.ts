import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { z } from 'zod';

const run = promisify(execFile);

const streamSchema = z.object({
  codec_type: z.string(),
  codec_name: z.string(),
  width: z.number().optional(),
  height: z.number().optional(),
  nb_read_frames: z.coerce.number(),
  side_data_list: z.array(z.looseObject({ side_data_type: z.string() })).default([]),
});
const probeSchema = z.object({
  streams: z.array(streamSchema),
  format: z.object({ duration: z.coerce.number() }),
});

const packetsSchema = z.object({
  packets: z.array(
    z.object({
      codec_type: z.string(),
      pts_time: z.coerce.number(),
      duration_time: z.coerce.number().default(0),
    }),
  ),
});

/** A recording's properties by ffprobe. `duration` is in seconds. */
export async function probe(path: string) {
  const shown = ['-show_streams', '-show_format', '-count_frames', '-of', 'json'];
  const { stdout } = await run('ffprobe', ['-v', 'error', ...shown, path]);
  const { streams, format } = probeSchema.parse(JSON.parse(stdout));
  const stream = (type: string) => streams.find(({ codec_type }) => codec_type === type);
  return { duration: format.duration, video: stream('video'), audio: stream('audio') };
}

/** Length of the picture and of the sound in seconds, each from its first packet to the end of its last. */
export async function lengths(path: string): Promise<{ video: number; audio: number }> {
  const shown = ['-show_entries', 'packet=codec_type,pts_time,duration_time', '-of', 'json'];
  const { stdout } = await run('ffprobe', ['-v', 'error', ...shown, path], { maxBuffer: 2 ** 26 });
  const { packets } = packetsSchema.parse(JSON.parse(stdout));
  const length = (type: string) => {
    const track = packets.filter(({ codec_type }) => codec_type === type);
    const ends = track.map(({ pts_time, duration_time }) => pts_time + duration_time);
    return Math.max(...ends) - Math.min(...track.map(({ pts_time }) => pts_time));
  };
  return { video: length('video'), audio: length('audio') };
}

/** Writes the frame at a time (in seconds) to a PNG. */
export async function extractFrame(path: string, at: number, png: string): Promise<void> {
  await run('ffmpeg', ['-v', 'error', '-y', '-ss', String(at), '-i', path, '-frames:v', '1', png]);
}

/** The mean brightness of each frame, 0 to 255. */
export async function brightness(path: string): Promise<number[]> {
  const { stdout } = await run(
    'ffmpeg',
    [
      '-v',
      'error',
      '-i',
      path,
      '-vf',
      'scale=1:1:flags=area,format=gray',
      '-fps_mode',
      'passthrough',
      '-f',
      'rawvideo',
      '-',
    ],
    { encoding: 'buffer' },
  );
  return [...stdout];
}

/** The loudest sample, in dBFS. */
export async function loudness(path: string): Promise<number> {
  const { stderr } = await run('ffmpeg', ['-i', path, '-vn', '-af', 'volumedetect', '-f', 'null', '-']);
  return Number(/max_volume: (\S+) dB/.exec(stderr)?.[1]);
}
