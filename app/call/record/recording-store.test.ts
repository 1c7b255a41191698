import { beforeEach, expect, it, vi } from 'vitest';
import type { SeatState } from '#protocol/channel.ts';
import { FakeCall, roomWith, seatWith } from '../tests/fake-call.ts';

const stop = vi.fn(async () => true);
const nothing = { problem: (_: 'full' | 'failed') => {}, silence: () => {} };
let on = nothing;
const start = vi.fn(async (told: typeof nothing) => {
  on = told;
  return { stop };
});

let call: FakeCall;
let record: typeof import('./recording-store.ts');
let now = 0;

beforeEach(async () => {
  vi.resetModules();
  vi.clearAllMocks();
  vi.useFakeTimers();
  vi.stubGlobal('addEventListener', vi.fn());
  vi.stubGlobal('removeEventListener', vi.fn());
  vi.doMock('./recorder.ts', () => ({ Recorder: { start } }));
  call = new FakeCall('guest');
  call.beNone();
  record = await import('./recording-store.ts');
  return () => vi.useRealTimers();
});

/** Receives a new state of the room with this seat's recording. */
function told(recording: SeatState['recording'], connection: 'open' | 'reconnecting' = 'open'): void {
  const seats = { host: seatWith(), guest: seatWith({ recording }) };
  call.be({ channel: roomWith({ seats }), channelAt: ++now, connection });
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
  expect(call.said).toEqual([{ name: 'recordCall', wanted: true }]);
});

it('withdraws a question that is not answered', async () => {
  await record.askToRecord();
  told('asked');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(call.said).toEqual([
    { name: 'recordCall', wanted: true },
    { name: 'recordCall', wanted: false },
  ]);
  expect(record.recordingStore.getState().endedBy).toBe('time');
});

it('keeps the file when the disk is full, and tells the server', async () => {
  told('on');
  await vi.waitFor(() => expect(start).toHaveBeenCalled());
  on.problem('full');
  await vi.waitFor(() => expect(stop).toHaveBeenCalledTimes(1));
  // Until the server has received it.
  told('on');
  expect(start).toHaveBeenCalledTimes(1);
  expect(call.said).toEqual([{ name: 'recordCall', wanted: false }]);
});

it('outlasts a short interruption, but not one during which the other side may have withdrawn', async () => {
  told('on');
  await vi.waitFor(() => expect(start).toHaveBeenCalled());
  told('on', 'reconnecting');
  await vi.advanceTimersByTimeAsync(9_000);
  told('on');
  await vi.advanceTimersByTimeAsync(9_000);
  expect(stop).not.toHaveBeenCalled();
  told('on', 'reconnecting');
  call.refuses = true;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(stop).toHaveBeenCalledTimes(1);
  call.refuses = false;
  told('on');
  await vi.waitFor(() => expect(call.said).toEqual([{ name: 'recordCall', wanted: false }]));
});

it('tells whether the server or the other side ended it', async () => {
  told('on');
  told('on', 'reconnecting');
  told('off');
  expect(record.recordingStore.getState()).toEqual({ endedBy: null, isCutOff: true, isSilent: false });
});

it('tells whether the recording could be saved', async () => {
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

it('tells that a recording gets no sound, until the next one begins', async () => {
  told('on');
  await vi.waitFor(() => expect(start).toHaveBeenCalled());
  on.silence();
  expect(record.recordingStore.getState().isSilent).toBe(true);
  told('off');
  told('on');
  expect(record.recordingStore.getState().isSilent).toBe(false);
});
