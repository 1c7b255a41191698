import { beforeEach, expect, it, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { type Channel, channelSchema, type SeatState } from '#protocol/channel.ts';
import { type CallState, newCallState } from '../state/call-state.ts';

const stop = vi.fn(async () => true);
const nothing = { problem: (_: 'full' | 'failed') => {}, silence: () => {} };
let on = nothing;
const start = vi.fn(async (told: typeof nothing) => {
  on = told;
  return { stop };
});

const seat = { connected: true, camera: null, producers: [], videoCodecs: { send: null, receive: null } };
const room: Channel = channelSchema.parse({
  token: 'K7M4QX9TR',
  status: 'STARTED',
  endReason: null,
  endedBy: null,
  expiresInMs: 0,
  lastedMs: 0,
  seats: { host: seat, guest: seat },
});
const newStore = () => createStore<{ call: CallState | null }>()(() => ({ call: null }));
let callStore = newStore();
/** What was said to the server, unless it cannot be reached. */
let said: string[] = [];
let refuses = false;
let record: typeof import('./recording-store.ts');
let now = 0;

beforeEach(async () => {
  vi.resetModules();
  vi.clearAllMocks();
  vi.useFakeTimers();
  vi.stubGlobal('addEventListener', vi.fn());
  vi.stubGlobal('removeEventListener', vi.fn());
  vi.doMock('./recorder.ts', () => ({ Recorder: { start } }));
  callStore = newStore();
  said = [];
  refuses = false;
  vi.doMock('../state/call-store.ts', () => ({
    callStore,
    isOver: () => false,
    sayToOther: async (name: string, { wanted }: { wanted: boolean }) => {
      // That of the module under test, which is loaded again.
      const { ProtocolError } = await import('#protocol/errors.ts');
      if (refuses) throw new ProtocolError('UNAVAILABLE');
      said.push(`${name} ${wanted}`);
    },
  }));
  record = await import('./recording-store.ts');
  return () => vi.useRealTimers();
});

/** What the server says of this seat, in a state of the room that has just come. */
function told(recording: SeatState['recording'], connection: 'open' | 'reconnecting' = 'open'): void {
  const guest = room.seats.guest && { ...room.seats.guest, recording };
  const channel = { ...room, seats: { ...room.seats, guest } };
  const state = newCallState(room.token, 'guest');
  callStore.setState({ call: { ...state, channel, channelAt: ++now, connection } });
}

it('records exactly while the server says that the other side agrees', async () => {
  await record.askToRecord();
  told('asked');
  await vi.dynamicImportSettled();
  expect(start).not.toHaveBeenCalled();
  told('on');
  await vi.waitFor(() => expect(start).toHaveBeenCalledTimes(1));
  told('on');
  told('off');
  await vi.waitFor(() => expect(stop).toHaveBeenCalledTimes(1));
  expect(start).toHaveBeenCalledTimes(1);
  expect(record.recordingStore.getState()).toEqual({
    endedBy: null,
    isCutOff: false,
    isSilent: false,
  });
  expect(said).toEqual(['recordCall true']);
});

it('takes a question back that is not answered', async () => {
  await record.askToRecord();
  told('asked');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(said).toEqual(['recordCall true', 'recordCall false']);
  expect(record.recordingStore.getState().endedBy).toBe('time');
});

it('keeps what there is when the disk is full, and tells the server', async () => {
  told('on');
  await vi.waitFor(() => expect(start).toHaveBeenCalled());
  on.problem('full');
  await vi.waitFor(() => expect(stop).toHaveBeenCalledTimes(1));
  // Until the server has heard it.
  told('on');
  expect(start).toHaveBeenCalledTimes(1);
  expect(said).toEqual(['recordCall false']);
});

it('outlasts a short interruption, but not one in which the other side could have withdrawn unheard', async () => {
  told('on');
  await vi.waitFor(() => expect(start).toHaveBeenCalled());
  told('on', 'reconnecting');
  await vi.advanceTimersByTimeAsync(9_000);
  told('on');
  await vi.advanceTimersByTimeAsync(9_000);
  expect(stop).not.toHaveBeenCalled();
  told('on', 'reconnecting');
  refuses = true;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(stop).toHaveBeenCalledTimes(1);
  refuses = false;
  told('on');
  await vi.waitFor(() => expect(said).toEqual(['recordCall false']));
});

it('knows whether the server or the other side ended it', async () => {
  told('on');
  told('on', 'reconnecting');
  told('off');
  expect(record.recordingStore.getState()).toEqual({ endedBy: null, isCutOff: true, isSilent: false });
});

it('knows whether what it recorded could be saved', async () => {
  told('on');
  told('off');
  await expect(record.wasSaved()).resolves.toBe(true);
  stop.mockResolvedValueOnce(false);
  told('on');
  told('off');
  await expect(record.wasSaved()).resolves.toBe(false);
  start.mockRejectedValueOnce(new Error('No space'));
  told('on');
  told('off');
  await expect(record.wasSaved()).resolves.toBe(false);
});

it('knows that a recording gets no sound, until the next one begins', async () => {
  told('on');
  await vi.waitFor(() => expect(start).toHaveBeenCalled());
  on.silence();
  expect(record.recordingStore.getState().isSilent).toBe(true);
  told('off');
  told('on');
  expect(record.recordingStore.getState().isSilent).toBe(false);
});
