import { describe, expect, test } from 'vitest';
import type { ProducerState } from '#protocol/channel.ts';
import { wrongPauses } from './sync-media.ts';

const streamed = { consumed: true, paused: false, streamed: true } as const;
const PRODUCERS: ProducerState[] = [
  { ...streamed, id: 'picture', kind: 'video', source: 'camera' },
  { ...streamed, id: 'sound', kind: 'audio', source: 'microphone' },
];

describe('What a program beside the page sends', () => {
  const isOn = { cameraOff: false, muted: false, isChosen: true };
  const paused = (change: Partial<typeof isOn>, producers = PRODUCERS) =>
    wrongPauses(producers, { ...isOn, ...change });

  test('is held back where the page would send nothing', () => {
    expect(paused({})).toEqual([]);
    expect(paused({ cameraOff: true })).toEqual([{ producerId: 'picture', paused: true }]);
    expect(paused({ muted: true })).toEqual([{ producerId: 'sound', paused: true }]);
  });

  test('is held back while another camera is chosen, and goes on once it is chosen again', () => {
    const both = ['picture', 'sound'];
    expect(paused({ isChosen: false })).toEqual(both.map((producerId) => ({ producerId, paused: true })));
    const held = PRODUCERS.map((producer) => ({ ...producer, paused: true }));
    expect(paused({ isChosen: false }, held)).toEqual([]);
    expect(paused({}, held)).toEqual(both.map((producerId) => ({ producerId, paused: false })));
  });
});
