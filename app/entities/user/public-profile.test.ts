import { describe, expect, it } from 'vitest';
import { offeredControlModes, publicLocation } from './public-profile.ts';

describe('offeredControlModes', () => {
  it.each([
    [['VOICE', 'PAD'], true, ['VOICE', 'PAD']],
    [['VOICE', 'PAD'], false, ['VOICE']],
    [['PAD'], true, ['PAD']],
    [['PAD'], false, []],
    [[], true, []],
  ])('offers of %j with the pad enabled %s: %j', (controlModes, padEnabled, offered) => {
    expect(offeredControlModes({ controlModes, padEnabled })).toEqual(offered);
  });
});

it('rounds a streamer’s place for others', () => {
  expect(publicLocation({ latitude: 38.716_93, longitude: -9.139_99 })).toEqual({
    latitude: 38.72,
    longitude: -9.14,
  });
  expect(publicLocation({ latitude: null, longitude: null })).toBeNull();
});
