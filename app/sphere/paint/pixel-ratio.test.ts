import { expect, test } from 'vitest';
import { type PaintedView, pixelRatio } from './pixel-ratio.ts';

const VIEW: PaintedView = {
  way: 'texture',
  pictureHeight: 1920,
  viewHeight: 1000,
  mode: 'spherical',
  stereo: 'mono',
  devicePixelRatio: 3,
};

test.each<{ view: Partial<PaintedView>; ratio: number; why: string }>([
  { view: {}, ratio: 1.6, why: '800 of the 1920 pixels are shown, and twice as many painted' },
  { view: { devicePixelRatio: 1 }, ratio: 1, why: 'the screen has no more' },
  { view: { viewHeight: 400 }, ratio: 2, why: 'nobody sees more' },
  { view: { pictureHeight: 960 }, ratio: 0.8, why: 'the video has 400 pixels there' },
  { view: { way: 'planes' }, ratio: 1, why: 'painting may be slow' },
  { view: { stereo: 'top-bottom' }, ratio: 0.8, why: 'an eye has half of the height' },
  { view: { mode: 'equirectangular', pictureHeight: 640 }, ratio: 1.28, why: 'the map shows all 640' },
])('$ratio, as $why', ({ view, ratio }) => {
  expect(pixelRatio({ ...VIEW, ...view })).toBe(ratio);
});
