import { expect, it } from 'vitest';
import { loggedPath } from './logged-path.ts';

it('masks room codes', () => {
  expect(loggedPath('/room/guest/K7M4QX9TR')).toBe('/room/guest/:token');
  expect(loggedPath('/api/channel/people/K7M4QX9TR')).toBe('/api/channel/people/:token');
  expect(loggedPath('/es/room/host/K7M4QX9TR')).toBe('/es/room/host/:token');
  expect(loggedPath('/room/guest/K7M4QX9TR.data')).toBe('/room/guest/:token');
  expect(loggedPath('/api/channel/check/K7M-4QX-9TR')).toBe('/api/channel/check/:token');
  expect(loggedPath('/api/channel/seat/K7M4QX9TR')).toBe('/api/channel/seat/:token');
});

it('shows every other path unchanged', () => {
  expect(loggedPath('/room/host')).toBe('/room/host');
  expect(loggedPath('/assets/host-1.js')).toBe('/assets/host-1.js');
});

it('masks the sessions of programs and players', () => {
  expect(loggedPath('/whip/x-7M4QX9')).toBe('/whip/:token');
  expect(loggedPath('/whep/x-7M4QX9')).toBe('/whep/:token');
});

it('masks the tokens of emailed links', () => {
  expect(loggedPath('/login/reset/x-7M4QX9')).toBe('/login/reset/:token');
  expect(loggedPath('/es/login/verify/x-7M4QX9.data')).toBe('/es/login/verify/:token');
  expect(loggedPath('/login/end/x-7M4QX9')).toBe('/login/end/:token');
});
