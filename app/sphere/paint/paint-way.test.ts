import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { fasterWay } from './paint-way.ts';

test.each([
  'ANGLE (Google, Vulkan 1.3.0 (SwiftShader Device (Subzero) (0x0000C0DE)), SwiftShader driver)',
  'Google SwiftShader',
  'ANGLE (Mesa, llvmpipe (LLVM 17.0.6 256 bits), OpenGL 4.5)',
  'llvmpipe (LLVM 15.0.6, 256 bits)',
  'ANGLE (Microsoft, Microsoft Basic Render Driver (0x0000008C) Direct3D11 vs_5_0 ps_5_0, D3D11)',
  'Apple Software Renderer',
])('uses planes on the CPU: %s', (renderer) => {
  expect(fasterWay(renderer)).toBe('planes');
});

test.each([
  'ANGLE (NVIDIA, NVIDIA GeForce RTX 3060 (0x00002503) Direct3D11 vs_5_0 ps_5_0, D3D11)',
  'ANGLE (Intel, Mesa Intel(R) UHD Graphics 620 (KBL GT2), OpenGL 4.6)',
  'ANGLE (Apple, ANGLE Metal Renderer: Apple M2, Unspecified Version)',
  'Adreno (TM) 640',
  'Mali-G78',
  'Apple GPU',
  'WebKit WebGL',
  null,
])("uses the texture on a GPU, or without a renderer's name: %s", (renderer) => {
  expect(fasterWay(renderer)).toBe('texture');
});

describe('The way of a browser', () => {
  // It is determined once per page.
  beforeEach(() => vi.resetModules());
  afterEach(() => vi.unstubAllGlobals());

  const SOFTWARE = 'Google SwiftShader';
  const GPU = 'Apple GPU';
  class Processor {}
  class Frame {}

  test.each([
    { has: 'all of it, on the CPU', webgl: SOFTWARE, reads: [Processor, Frame], way: 'planes' },
    { has: 'all of it, on a GPU', webgl: GPU, reads: [Processor, Frame], way: 'texture' },
    { has: 'no processors', webgl: SOFTWARE, reads: [undefined, Frame], way: 'texture' },
    { has: 'no WebGL', webgl: null, reads: [Processor, Frame], way: 'planes' },
    { has: 'neither WebGL nor processors', webgl: null, reads: [undefined, Frame], way: 'planes' },
    { has: 'nothing', webgl: null, reads: [undefined, undefined], way: null },
    { has: 'only WebGL', webgl: GPU, reads: [undefined, undefined], way: 'texture' },
  ])('is $way with $has', async ({ webgl, reads: [processor, frame], way }) => {
    const context = { RENDERER: 1, getExtension: () => null, getParameter: () => webgl };
    const canvas = { getContext: () => (webgl === null ? null : context) };
    vi.stubGlobal('document', { createElement: () => canvas });
    vi.stubGlobal('MediaStreamTrackProcessor', processor);
    vi.stubGlobal('VideoFrame', frame);
    const { paintWay } = await import('./paint-way.ts');
    expect(paintWay()).toBe(way);
    expect(paintWay()).toBe(way);
  });
});
