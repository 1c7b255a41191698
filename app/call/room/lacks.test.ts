import { expect, it } from 'vitest';
import type { ProducerState, SeatState } from '#protocol/channel.ts';
import { CAMERA, roomWith, seatWith, stateWith } from '../tests/fake-call.ts';
import { lacksOf } from './lacks.ts';

const sound = (paused = false): ProducerState => {
  return { id: 'sound', kind: 'audio', source: 'microphone', paused, consumed: true };
};
const video = (paused = false): ProducerState => {
  return { id: 'video', kind: 'video', source: 'camera', paused, consumed: true };
};
const none = { ...CAMERA, cameraType: 'NO_CAM' as const };

it.each<[Partial<SeatState>, string[]]>([
  [{ producers: [sound(), video()] }, []],
  [{ producers: [sound(true), video()] }, ['muted']],
  [{ producers: [sound(), video(true)] }, ['cameraOff']],
  [{ producers: [sound(true), video(true)] }, ['muted', 'cameraOff']],
  [{ producers: [video()] }, ['noMicrophone']],
  [{ producers: [sound()], camera: none }, ['noCamera']],
  [{ producers: [], camera: none }, ['noMicrophone', 'noCamera']],
  // They may be muted by the time they are back.
  [{ producers: [sound(true)], connected: false }, []],
  // They have not said yet what they have.
  [{ producers: [], camera: null }, []],
])('a guest with %j: %j', (guest, lacks) => {
  const channel = roomWith({ seats: { host: seatWith(), guest: seatWith({ camera: CAMERA, ...guest }) } });
  expect(lacksOf(stateWith({ channel }))).toEqual(lacks);
});
