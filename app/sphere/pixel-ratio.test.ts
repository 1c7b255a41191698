import { expect, test } from 'vitest';
import { type PaintedSize, type PaintedView, pixelRatio } from './pixel-ratio.ts';

const SIZE: PaintedSize = { way: 'texture', pictureHeight: 1920, viewHeight: 1000 };
const VIEW: PaintedView = { mode: 'spherical', stereo: 'mono', devicePixelRatio: 3, painted: SIZE };

test.each<{ view: Partial<PaintedView>; ratio: number; why: string }>([
  { view: {}, ratio: 1.6, why: '800 of the 1920 pixels are shown, and twice as many painted' },
  { view: { devicePixelRatio: 1 }, ratio: 1, why: 'the screen has no more' },
  { view: { painted: { ...SIZE, viewHeight: 400 } }, ratio: 2, why: 'nobody sees more' },
  { view: { painted: { ...SIZE, pictureHeight: 960 } }, ratio: 0.8, why: 'the video has 400 pixels there' },
  { view: { painted: { ...SIZE, way: 'planes' } }, ratio: 1, why: 'painting may be slow' },
  { view: { stereo: 'top-bottom' }, ratio: 0.8, why: 'an eye has half of the height' },
  {
    view: { mode: 'equirectangular', painted: { ...SIZE, pictureHeight: 640 } },
    ratio: 1.28,
    why: 'the map shows all 640',
  },
  { view: { painted: null }, ratio: 1, why: 'there is no picture yet' },
])('$ratio, as $why', ({ view, ratio }) => {
  expect(pixelRatio({ ...VIEW, ...view })).toBe(ratio);
});
