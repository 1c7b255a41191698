import { describe, expect, it } from 'vitest';
import { isValidForDisplay, offeredControlModes, publicPlace } from './rules.ts';

const streamer = {
  id: 'anna',
  roles: [{ rolename: 'PRODUCER' }],
  controlModes: ['VOICE'],
  padEnabled: false,
  prices: [{ currency: 'EUR', perMinute: 1 }],
  blockedUsers: [],
};
const viewer = { id: 'bert', blockedUsers: [] };

describe('offeredControlModes', () => {
  it.each([
    [['VOICE', 'PAD'], true, ['VOICE', 'PAD']],
    [['VOICE', 'PAD'], false, ['VOICE']],
    [['PAD'], true, ['PAD']],
    [['PAD'], false, []],
    [[], true, []],
  ])('%j with the pad enabled %s: %j', (controlModes, padEnabled, offered) => {
    expect(offeredControlModes({ controlModes, padEnabled })).toEqual(offered);
  });
});

describe('isValidForDisplay', () => {
  it('shows a streamer with the role, a control mode and a price', () => {
    expect(isValidForDisplay(streamer, viewer)).toBe(true);
    expect(isValidForDisplay(streamer, null)).toBe(true);
  });

  it.each([
    ['without the role', { roles: [{ rolename: 'ADMIN' }] }],
    ['without control modes', { controlModes: [] }],
    ['with only a pad that is not enabled', { controlModes: ['PAD'] }],
    ['without prices', { prices: [] }],
    ['who is the viewer', { id: 'bert' }],
    ['who has blocked the viewer', { blockedUsers: [{ id: 'bert' }] }],
  ])('hides one %s', (_, change) => {
    expect(isValidForDisplay({ ...streamer, ...change }, viewer)).toBe(false);
  });

  it('hides one whom the viewer has blocked', () => {
    expect(isValidForDisplay(streamer, { ...viewer, blockedUsers: [{ id: 'anna' }] })).toBe(false);
  });
});

it('tells others only roughly where a streamer is', () => {
  expect(publicPlace({ latitude: 38.716_93, longitude: -9.139_99 })).toEqual({
    latitude: 38.72,
    longitude: -9.14,
  });
  expect(publicPlace({ latitude: null, longitude: null })).toBeNull();
});
