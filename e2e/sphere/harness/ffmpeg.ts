import { execFile, spawnSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import type { LensCircle, Lenses } from '#protocol/lenses.ts';
import type { TestFrame } from './frames.ts';

const run = promisify(execFile);

export const hasFfmpeg = spawnSync('ffmpeg', ['-version']).status === 0;

/** Yaw to the right, pitch up and vertical field of view in degrees; width and height in pixels. */
export type FlatView = { yaw: number; pitch: number; fov: number; width: number; height: number };

/** Turns a picture with ffmpeg's filters, as a camera mounted like this would store it. */
export async function storeTurned(
  frame: TestFrame,
  { rotation, flip }: Pick<TestFrame, 'rotation' | 'flip'>,
  path: string,
): Promise<TestFrame> {
  await writeFile(`${path}.yuv`, frame.data);
  // The inverse of the correction, in reverse order.
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

/**
 * Stores a picture with ffmpeg's filters as by a camera whose lenses' circles do not fill their halves.
 * @param frame a dual fisheye frame whose circles fill their halves
 * @param size of the new picture; in its pixels all numbers are even
 */
export async function storeOffCentre(
  frame: TestFrame,
  { back, front }: Pick<Lenses, 'back' | 'front'>,
  { width, height }: { width: number; height: number },
  path: string,
): Promise<TestFrame> {
  await writeFile(`${path}.yuv`, frame.data);
  const part = (half: string, { rx, ry }: LensCircle) =>
    `crop=iw/2:ih:${half}:0,scale=${Math.round(2 * rx * width)}:${Math.round(2 * ry * height)}:flags=bicubic`;
  const place = ({ x, y, rx, ry }: LensCircle) =>
    `overlay=${Math.round((x - rx) * width)}:${Math.round((y - ry) * height)}`;
  const graph = [
    `[0]split[l][r]`,
    `[l]${part('0', back)}[back]`,
    `[r]${part('iw/2', front)}[front]`,
    `color=black:s=${width}x${height},format=yuv420p[empty]`,
    `[empty][back]${place(back)}[half]`,
    `[half][front]${place(front)}`,
  ];
  await run('ffmpeg', [
    ...['-v', 'error', '-y', '-f', 'rawvideo', '-pix_fmt', 'yuv420p', '-s', `${frame.width}x${frame.height}`],
    ...['-i', `${path}.yuv`, '-filter_complex', graph.join(';'), '-frames:v', '1'],
    ...['-f', 'rawvideo', '-pix_fmt', 'yuv420p', path],
  ]);
  return { ...frame, width, height, data: await readFile(path) };
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
