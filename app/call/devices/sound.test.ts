import { describe, expect, it } from 'vitest';
import { type Listening, listeningWith, microphoneConstraints } from './sound.ts';

describe('A microphone', () => {
  it('for the voice is processed for clear speech', () => {
    expect(microphoneConstraints(null, 'voice')).toEqual({
      echoCancellation: true,
      noiseSuppression: true,
      autoGainControl: true,
    });
  });

  it('for the surroundings is unprocessed, in stereo', () => {
    expect(microphoneConstraints('some id', 'surroundings')).toEqual({
      deviceId: { exact: 'some id' },
      echoCancellation: false,
      noiseSuppression: false,
      autoGainControl: false,
      channelCount: 2,
    });
  });
});

describe('This side listens with', () => {
  const outputs = (labels: readonly string[]) => labels.map((label, at) => ({ deviceId: `${at}`, label }));

  it.each<[Listening, string[]]>([
    ['headphones', ['External Headphones']],
    ['headphones', ['AirPods Pro de Ana']],
    ['headphones', ['Altavoces (Realtek)', 'Auriculares (WH-1000XM4)']],
    ['loudspeaker', ['MacBook Pro Speakers', 'DELL U2723QE (HDMI)']],
    ['unknown', ['MacBook Pro Speakers', 'WH-1000XM4']],
    ['unknown', ['']],
    ['unknown', []],
  ])('%s: %j', (listening, labels) => {
    expect(listeningWith(outputs(labels))).toBe(listening);
  });

  it.each<[Listening, string]>([
    ['loudspeaker', 'Default - Speakers (Realtek(R) Audio)'],
    ['headphones', 'Default - Headset Earphone (Jabra)'],
    ['unknown', 'Default'],
  ])('%s where the default output is “%s”', (listening, label) => {
    const other = outputs(['Headphones (Buds)', 'Speakers (Realtek(R) Audio)']);
    expect(listeningWith([{ deviceId: 'default', label }, ...other])).toBe(listening);
  });
});
