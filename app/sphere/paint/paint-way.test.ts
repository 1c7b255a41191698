import { expect, test } from 'vitest';
import { fasterWay } from './paint-way.ts';

test.each([
  'ANGLE (Google, Vulkan 1.3.0 (SwiftShader Device (Subzero) (0x0000C0DE)), SwiftShader driver)',
  'Google SwiftShader',
  'ANGLE (Mesa, llvmpipe (LLVM 17.0.6 256 bits), OpenGL 4.5)',
  'llvmpipe (LLVM 15.0.6, 256 bits)',
  'ANGLE (Microsoft, Microsoft Basic Render Driver (0x0000008C) Direct3D11 vs_5_0 ps_5_0, D3D11)',
  'Apple Software Renderer',
])('planes on the CPU: %s', (renderer) => {
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
])('the texture on a GPU, or one without a name: %s', (renderer) => {
  expect(fasterWay(renderer)).toBe('texture');
});
