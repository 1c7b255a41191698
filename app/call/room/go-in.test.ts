import { expect, it } from 'vitest';
import { type DeviceState, deviceStore } from '../devices/device-store.ts';
import { NO_DEVICE } from '../devices/devices.ts';
import { goesIn } from './go-in.ts';

const ids = (count: number, kind: string) => [
  ...Array.from({ length: count }, (_, at) => `${kind}${at}`),
  NO_DEVICE,
];
const devices = (cameras: number, microphones: number, change: Partial<DeviceState> = {}): DeviceState => ({
  ...deviceStore.getInitialState(),
  status: 'ready',
  cameras: ids(cameras, 'camera').map((id, index) => ({
    id,
    cameraType: 'INTEGRATED_CAM',
    nameCode: 'camera',
    index,
    label: '',
    resolutions: [],
  })),
  microphones: ids(microphones, 'microphone').map((id, index) => ({
    id,
    nameCode: 'microphone',
    index,
    label: '',
  })),
  ...change,
});
const guest = { seat: 'guest', skip: true, running: false } as const;
const host = { ...guest, seat: 'host' } as const;

it.each([
  [1, 1, true],
  [0, 1, true],
  [1, 2, true],
  [2, 1, false],
  [1, 0, false],
])('a guest sent to skip=true with %i cameras and %i microphones: %s', (cameras, microphones, goes) => {
  expect(goesIn(guest, devices(cameras, microphones))).toBe(goes);
});

it('a guest who opens a link is asked, whatever there is to choose', () => {
  for (const status of ['asking', 'opening', 'ready'] as const)
    for (const [cameras, microphones] of [
      [0, 1],
      [1, 1],
      [2, 2],
    ] as const)
      expect(goesIn({ ...guest, skip: false }, devices(cameras, microphones, { status }))).toBe(false);
});

it('a guest who allowed the devices before enters while they are being opened; a host does not', () => {
  expect(goesIn(guest, devices(1, 1, { status: 'opening' }))).toBe(true);
  expect(goesIn(guest, devices(2, 1, { status: 'opening' }))).toBe(false);
  expect(goesIn(guest, devices(1, 1, { status: 'asking' }))).toBe(false);
  expect(goesIn(host, devices(1, 1, { status: 'opening' }))).toBe(false);
});

it('a host enters after the setup', () => {
  expect(goesIn(host, devices(3, 2))).toBe(true);
  expect(goesIn({ ...host, skip: false }, devices(1, 1))).toBe(false);
});

it('does not ask again on return to a running call', () => {
  expect(goesIn({ ...guest, running: true }, devices(3, 2))).toBe(true);
  expect(goesIn({ ...guest, skip: false, running: true }, devices(1, 1))).toBe(true);
  expect(goesIn({ seat: 'host', skip: false, running: true }, devices(1, 1))).toBe(true);
});

it('does not enter before the devices are known, or without permission', () => {
  expect(goesIn(guest, devices(1, 1, { status: 'asking' }))).toBe(false);
  expect(goesIn(guest, devices(1, 1, { problem: 'denied' }))).toBe(false);
  expect(goesIn({ ...guest, running: true }, devices(1, 1, { problem: 'denied' }))).toBe(false);
});
