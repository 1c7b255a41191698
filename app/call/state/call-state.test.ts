import { describe, expect, it } from 'vitest';
import type { Camera } from '#protocol/camera.ts';
import { type Channel, type VideoCodec, WHOLE_VIDEO } from '#protocol/channel.ts';
import { USUAL_LENSES } from '#protocol/lenses.ts';
import { type CallState, hasMedia, newCallState, roomScreen, trouble, unseen } from './call-state.ts';

const camera: Camera = {
  cameraType: 'INTEGRATED_CAM',
  quality: 'MEDIUM',
  projection: 'equirectangular',
  stereo: 'mono',
  heading: 0,
  pitch: 0,
  roll: 0,
  lenses: USUAL_LENSES,
};
const seatWith = (cameraType: Camera['cameraType'], connected = true) => ({
  connected,
  camera: { ...camera, cameraType },
  producers: [],
  dataProducers: [],
  videoCodecs: { send: null, receive: null },
  encryption: null,
  takesScreen: false,
  videoWish: WHOLE_VIDEO,
  controlModes: [],
  handRaised: false,
  recording: 'off' as const,
});
const channel = (change: Partial<Channel>): Channel => ({
  token: 'K7M4QX9TR',
  status: 'STARTED',
  endReason: null,
  endedBy: null,
  expiresInMs: 0,
  lastedMs: null,
  place: null,
  recordedMs: { host: null, guest: null },
  seats: { host: seatWith('INTEGRATED_CAM'), guest: seatWith('NO_CAM') },
  ...change,
});
const host = (change: Partial<CallState>): CallState => ({
  ...newCallState('K7M4QX9TR', 'host'),
  connection: 'open',
  media: 'connected',
  channel: channel({}),
  ...change,
});
const guest = (change: Partial<CallState>): CallState => host({ seat: 'guest', ...change });

describe('hasMedia', () => {
  it('waits for the picture of a camera', () => {
    expect(hasMedia(guest({}))).toBe(false);
  });

  it('waits for no picture where there is no camera', () => {
    expect(hasMedia(host({}))).toBe(true);
    expect(hasMedia(host({ media: 'connecting' }))).toBe(false);
  });

  it('waits for no picture that this browser cannot decode', () => {
    const videoCodecs = { send: ['H264' as const], receive: ['H264' as const] };
    const other = { ...seatWith('INTEGRATED_CAM'), videoCodecs };
    const own = (receive: VideoCodec[]) => ({
      ...seatWith('INTEGRATED_CAM'),
      videoCodecs: { ...videoCodecs, receive },
    });
    const lacking = guest({ channel: channel({ seats: { host: other, guest: own(['VP9', 'VP8']) } }) });
    expect(hasMedia(lacking)).toBe(true);
    expect(unseen(lacking)).toEqual({ own: false, other: true });
    const able = guest({ channel: channel({ seats: { host: other, guest: own(['VP9', 'H264']) } }) });
    expect(hasMedia(able)).toBe(false);
    expect(unseen(able)).toEqual({ own: false, other: false });
    expect(unseen(guest({}))).toEqual({ own: false, other: false });
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

  it('shows the call once its media are there', () => {
    expect(roomScreen(host({}))).toEqual({ name: 'live' });
    expect(roomScreen(host({ media: 'connecting' }))).toEqual({ name: 'connecting' });
  });

  it('goes on showing it while they come back', () => {
    expect(roomScreen(host({ media: 'interrupted', shown: true }))).toEqual({ name: 'live' });
  });

  it('says how the call ended and by whom', () => {
    const left = channel({ status: 'FINISHED', endReason: 'left', endedBy: 'guest' });
    const screen = { name: 'ended', failed: false, reason: 'left', rejoinable: true };
    expect(roomScreen(host({ channel: left }))).toEqual({ ...screen, byOther: true });
    expect(roomScreen(guest({ channel: left }))).toEqual({ ...screen, byOther: false });
  });

  it('says whether the call can be gone on with', () => {
    const ended = (change: Partial<Channel>) =>
      roomScreen(host({ channel: channel({ status: 'FINISHED', ...change }) }));
    expect(ended({ status: 'FAILED', endReason: 'media' })).toMatchObject({ failed: true, rejoinable: true });
    expect(ended({ endReason: 'admin' })).toMatchObject({ failed: false, rejoinable: false });
    const alone = { host: seatWith('INTEGRATED_CAM'), guest: null };
    expect(ended({ endReason: 'left', seats: alone })).toMatchObject({ rejoinable: false });
  });

  it('says why the seat was refused', () => {
    const refused = guest({ channel: null, connection: 'closed', refusal: 'SEAT_TAKEN' });
    expect(roomScreen(refused)).toEqual({ name: 'refused', code: 'SEAT_TAKEN' });
  });
});

describe('trouble', () => {
  const dropped = channel({
    seats: { host: seatWith('INTEGRATED_CAM'), guest: seatWith('NO_CAM', false) },
  });

  it('tells whose connection is being restored', () => {
    expect(trouble(host({ arrival: 'arriving' }))).toBeNull();
    expect(trouble(host({ arrival: 'arriving', connection: 'reconnecting' }))).toBe('signalling');
    expect(trouble(host({ connection: 'reconnecting', media: 'interrupted' }))).toBe('media');
    expect(trouble(host({ channel: dropped }))).toBe('other');
    expect(trouble(host({ channel: dropped, arrival: 'arriving' }))).toBeNull();
  });

  it('tells so where nothing arrives, before the connection is known to be lost', () => {
    expect(trouble(host({ arrival: 'cut' }))).toBe('media');
    expect(trouble(host({ arrival: 'cut', connection: 'reconnecting' }))).toBe('media');
    expect(trouble(host({ arrival: 'cut', channel: dropped }))).toBe('other');
    expect(trouble(host({ arrival: 'silent' }))).toBe('other');
    expect(trouble(host({ arrival: 'unknown' }))).toBeNull();
  });
});
