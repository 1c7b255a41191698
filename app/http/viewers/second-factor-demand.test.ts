import { expect, it } from 'vitest';
import { isSecondFactorDemanded } from './second-factor-demand.ts';

const DAY = 24 * 3_600_000;
const now = Date.UTC(2026, 10, 22);
const site = { NODE_ENV: 'production', PUBLIC_URL: 'https://panocall.example' };
const after = (days: number) => new Date(now - days * DAY);

it.each([
  ['production', site, 7.01, true],
  ['production', site, 6.99, false],
  ['production', { NODE_ENV: 'production' }, 30, false],
  ['production', { ...site, PUBLIC_URL: 'http://localhost:3000' }, 30, false],
  ['production', { ...site, PUBLIC_URL: 'http://127.0.0.1:3000' }, 30, false],
  ['production', { ...site, PUBLIC_URL: 'http://127.0.0.1.example' }, 30, true],
  ['production', { ...site, NODE_ENV: 'development' }, 30, false],
  ['always', {}, 0, true],
  ['never', site, 30, false],
])('%s, with %o, after %d days: %s', (demand, environment, days, demanded) => {
  expect(isSecondFactorDemanded(demand, environment, after(days), now)).toBe(demanded);
});
