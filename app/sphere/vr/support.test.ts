import { expect, test } from 'vitest';
import { vrSupport } from './support.ts';

test.each([
  { xr: undefined, support: 'missing' },
  { xr: { isSessionSupported: async () => false }, support: 'no-headset' },
  {
    xr: { isSessionSupported: () => Promise.reject(new DOMException('', 'SecurityError')) },
    support: 'blocked',
  },
  { xr: { isSessionSupported: async (mode: string) => mode === 'immersive-vr' }, support: 'ready' },
])('$support', async ({ xr, support }) => {
  expect(await vrSupport(xr)).toBe(support);
});
