import { expect, it } from 'vitest';
import { videoTarget } from '#protocol/video-quality.ts';
import { frameSize } from './frame-size.ts';

const high = videoTarget('HIGH', 'equirectangular');

it.each([
  ['as it comes', { width: 3840, height: 1920 }, { width: 3840, height: 1920 }],
  ['of which half comes first', { width: 1920, height: 960 }, { width: 3840, height: 1920 }],
  ['of a camera that gives more', { width: 5760, height: 2880 }, { width: 5760, height: 2880 }],
  ['with an eye above the other', { width: 3001, height: 3001 }, { width: 3002, height: 3002 }],
])('is that of a picture %s', (_, shape, size) => {
  expect(frameSize(shape, high)).toEqual(size);
});

it('is upright for an upright phone', () => {
  const target = videoTarget('MEDIUM', 'flat');
  expect(frameSize({ width: 360, height: 640 }, target)).toEqual({ width: 720, height: 1280 });
});

it('is that of the camera while no picture comes', () => {
  expect(frameSize(null, high)).toEqual({ width: 3840, height: 1920 });
});
