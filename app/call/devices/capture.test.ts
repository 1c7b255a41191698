import { describe, expect, it } from 'vitest';
import { videoTarget } from '#protocol/video-quality.ts';
import { captureSize } from './capture.ts';

const target = videoTarget('MEDIUM', 'equirectangular');

describe('captureSize', () => {
  it('scales a large 2:1 picture down to the target', () => {
    expect(captureSize({ width: 3840, height: 1920 }, target)).toEqual({ width: 1920, height: 960 });
  });

  it('leaves a smaller picture as it is', () => {
    expect(captureSize({ width: 1280, height: 640 }, target)).toEqual({ width: 1280, height: 640 });
  });

  it('keeps the shape of a picture that is not 2:1', () => {
    expect(captureSize({ width: 3840, height: 2160 }, target)).toEqual({ width: 1920, height: 1080 });
  });

  it('returns even sizes', () => {
    expect(captureSize({ width: 2667, height: 1501 }, videoTarget('LOW', 'flat'))).toEqual({
      width: 640,
      height: 360,
    });
  });
});
