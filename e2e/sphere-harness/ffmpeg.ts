import { execFile, spawnSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import type { TestFrame } from './frames.ts';

const run = promisify(execFile);

export const hasFfmpeg = spawnSync('ffmpeg', ['-version']).status === 0;

/** Yaw to the right, pitch up and vertical field of view in degrees; width and height in pixels. */
export type FlatView = { yaw: number; pitch: number; fov: number; width: number; height: number };

/** The same picture as a camera that is held turned stores it, by ffmpeg's filters. */
export async function storeTurned(
  frame: TestFrame,
  { rotation, flip }: Pick<TestFrame, 'rotation' | 'flip'>,
  path: string,
): Promise<TestFrame> {
  await writeFile(`${path}.yuv`, frame.data);
  // The opposite of what is done to show it, in the opposite order.
  const turns = { 0: [], 90: ['transpose=cclock'], 180: ['hflip', 'vflip'], 270: ['transpose=clock'] }[
    rotation
  ];
  await run('ffmpeg', [
    ...['-v', 'error', '-y', '-f', 'rawvideo', '-pix_fmt', 'yuv420p', '-s', `${frame.width}x${frame.height}`],
    ...['-i', `${path}.yuv`, '-vf', [...(flip ? ['hflip'] : []), ...turns].join(',')],
    ...['-f', 'rawvideo', '-pix_fmt', 'yuv420p', path],
  ]);
  const [width, height] = rotation % 180 === 0 ? [frame.width, frame.height] : [frame.height, frame.width];
  return { ...frame, width, height, rotation, flip, data: await readFile(path) };
}

/** Renders a frame with ffmpeg's v360 filter to a PNG. */
export async function paintWithFfmpeg(
  frame: TestFrame,
  input: string,
  output: string,
  path: string,
): Promise<void> {
  await writeFile(`${path}.yuv`, frame.data);
  await run('ffmpeg', [
    ...['-v', 'error', '-y', '-f', 'rawvideo', '-pix_fmt', 'yuv420p', '-s', `${frame.width}x${frame.height}`],
    ...['-i', `${path}.yuv`, '-frames:v', '1', '-vf'],
    `scale=in_color_matrix=bt709:in_range=limited,format=gbrp,v360=input=${input}:output=${output},format=rgb24`,
    path,
  ]);
}

/** The v360 output options for a flat view into the sphere. */
export function flatOutput({ yaw, pitch, fov, width, height }: FlatView): string {
  const half = Math.tan((fov * Math.PI) / 360);
  const across = (Math.atan((half * width) / height) * 360) / Math.PI;
  return `flat:yaw=${yaw}:pitch=${pitch}:h_fov=${across}:v_fov=${fov}:w=${width}:h=${height}`;
}

/** Similarity of two pictures, 1 if equal: https://ece.uwaterloo.ca/~z70wang/publications/ssim.html. */
export async function similarity(picture: string, other: string): Promise<number> {
  const graph = '[0]format=gbrp[a];[1]format=gbrp[b];[a][b]ssim';
  const { stderr } = await run('ffmpeg', [
    '-i',
    picture,
    '-i',
    other,
    '-filter_complex',
    graph,
    '-f',
    'null',
    '-',
  ]);
  const [, all] = stderr.match(/All:([\d.]+)/) ?? [];
  if (!all) throw new Error(`ffmpeg gave no similarity:\n${stderr}`);
  return Number(all);
}
