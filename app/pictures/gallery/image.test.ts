import { expect, it } from 'vitest';
import { asksForSphere } from './image.ts';

it.each([
  { width: 2048, height: 1024, isSphere: null, asks: true },
  { width: 5761, height: 2880, isSphere: null, asks: true },
  { width: 2048, height: 1024, isSphere: false, asks: false },
  { width: 2048, height: 1024, isSphere: true, asks: false },
  { width: 1920, height: 1080, isSphere: null, asks: false },
  { width: 640, height: 320, isSphere: null, asks: false },
])(
  'Whether a picture is a 360° one is asked: $asks, of $width × $height, answered $isSphere',
  ({ asks, ...picture }) => {
    expect(asksForSphere(picture)).toBe(asks);
  },
);
