import { describe, expect, it } from 'vitest';
import type { Camera } from '#protocol/camera.ts';
import type { Channel, VideoCodec } from '#protocol/channel.ts';
import { CAMERA, roomWith, seatWith, stateWith } from '../tests/fake-call.ts';
import { type CallState, hasMedia, roomScreen, trouble, undecodable } from './call-state.ts';

const seatOf = (cameraType: Camera['cameraType'], connected = true) =>
  seatWith({ connected, camera: { ...CAMERA, cameraType } });
const channel = (change: Partial<Channel>) =>
  roomWith({ seats: { host: seatOf('INTEGRATED_CAM'), guest: seatOf('NO_CAM') }, ...change });
const host = (change: Partial<CallState>) => stateWith({ channel: channel({}), ...change });
const guest = (change: Partial<CallState>) => host({ seat: 'guest', ...change });

describe('hasMedia', () => {
  it('waits for the picture of a camera', () => {
    expect(hasMedia(guest({}))).toBe(false);
  });

  it('waits for no picture if there is no camera', () => {
    expect(hasMedia(host({}))).toBe(true);
    expect(hasMedia(host({ media: 'connecting' }))).toBe(false);
  });

  it('waits for no picture that this browser cannot decode', () => {
    const videoCodecs = { send: ['H264' as const], receive: ['H264' as const] };
    const other = { ...seatOf('INTEGRATED_CAM'), videoCodecs };
    const own = (receive: VideoCodec[]) => ({
      ...seatOf('INTEGRATED_CAM'),
      videoCodecs: { ...videoCodecs, receive },
    });
    const lacking = guest({ channel: channel({ seats: { host: other, guest: own(['VP9', 'VP8']) } }) });
    expect(hasMedia(lacking)).toBe(true);
    expect(undecodable(lacking)).toEqual({ own: false, other: true });
    const able = guest({ channel: channel({ seats: { host: other, guest: own(['VP9', 'H264']) } }) });
    expect(hasMedia(able)).toBe(false);
    expect(undecodable(able)).toEqual({ own: false, other: false });
    expect(undecodable(guest({}))).toEqual({ own: false, other: false });
  });

  it('is false while the other seat is empty', () => {
    expect(hasMedia(host({ channel: channel({ seats: { host: null, guest: null } }) }))).toBe(false);
  });
});

describe('roomScreen', () => {
  it('shows a host alone the waiting screen, and a guest that it is connecting', () => {
    const created = channel({ status: 'CREATED' });
    expect(roomScreen(host({ channel: created }))).toEqual({ name: 'waiting' });
    expect(roomScreen(guest({ channel: created }))).toEqual({ name: 'connecting' });
    expect(roomScreen(host({ channel: null }))).toEqual({ name: 'connecting' });
    expect(roomScreen(host({ channel: channel({ status: 'REQUESTED' }) }))).toEqual({ name: 'connecting' });
  });

  it('shows the call once its media is there', () => {
    expect(roomScreen(host({}))).toEqual({ name: 'live' });
    expect(roomScreen(host({ media: 'connecting' }))).toEqual({ name: 'connecting' });
  });

  it('keeps showing it while the media is interrupted', () => {
    expect(roomScreen(host({ media: 'interrupted', shown: true }))).toEqual({ name: 'live' });
  });

  it('tells how the call ended and by whom', () => {
    const left = channel({ status: 'FINISHED', endReason: 'left', endedBy: 'guest' });
    const screen = { name: 'ended', failed: false, reason: 'left', rejoinable: true };
    expect(roomScreen(host({ channel: left }))).toEqual({ ...screen, byOther: true });
    expect(roomScreen(guest({ channel: left }))).toEqual({ ...screen, byOther: false });
  });

  it('tells whether the call can be rejoined', () => {
    const ended = (change: Partial<Channel>) =>
      roomScreen(host({ channel: channel({ status: 'FINISHED', ...change }) }));
    expect(ended({ status: 'FAILED', endReason: 'media' })).toMatchObject({ failed: true, rejoinable: true });
    expect(ended({ endReason: 'admin' })).toMatchObject({ failed: false, rejoinable: false });
    const alone = { host: seatOf('INTEGRATED_CAM'), guest: null };
    expect(ended({ endReason: 'left', seats: alone })).toMatchObject({ rejoinable: false });
  });

  it('tells why the seat was refused', () => {
    const refused = guest({ channel: null, connection: 'closed', refusal: 'SEAT_TAKEN' });
    expect(roomScreen(refused)).toEqual({ name: 'refused', code: 'SEAT_TAKEN' });
  });
});

describe('trouble', () => {
  const dropped = channel({
    seats: { host: seatOf('INTEGRATED_CAM'), guest: seatOf('NO_CAM', false) },
  });

  it('tells whose connection is being restored', () => {
    expect(trouble(host({ arrival: 'arriving' }))).toBeNull();
    expect(trouble(host({ arrival: 'arriving', connection: 'reconnecting' }))).toBe('signalling');
    expect(trouble(host({ connection: 'reconnecting', media: 'interrupted' }))).toBe('media');
    expect(trouble(host({ channel: dropped }))).toBe('other');
    expect(trouble(host({ channel: dropped, arrival: 'arriving' }))).toBeNull();
  });

  it('tells when nothing arrives, before the connection is known to be lost', () => {
    expect(trouble(host({ arrival: 'cut' }))).toBe('media');
    expect(trouble(host({ arrival: 'cut', connection: 'reconnecting' }))).toBe('media');
    expect(trouble(host({ arrival: 'cut', channel: dropped }))).toBe('other');
    expect(trouble(host({ arrival: 'silent' }))).toBe('other');
    expect(trouble(host({ arrival: 'unknown' }))).toBeNull();
  });
});
