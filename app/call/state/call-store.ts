import { createStore } from 'zustand/vanilla';
import type { DataLabel, SeatName } from '#protocol/channel.ts';
import { type ErrorCode, ProtocolError } from '#protocol/errors.ts';
import { roomCodeSchema } from '#protocol/room-code.ts';
import {
  currentCamera,
  type DeviceState,
  deviceStore,
  fitCamera,
  isStraight,
  isStreamed,
  shownVideo,
  soundOf,
} from '../devices/device-store.ts';
import { chooseStreamed, findDevices, prepareDevices, releaseDevices } from '../devices/open-devices.ts';
import { changePreferences, loadPreferences } from '../devices/preferences.ts';
import { showStreamed } from '../devices/streamed.ts';
import type { Data } from '../encryption/data-cipher.ts';
import { followWishes } from '../keyed/wishes.ts';
import { requestRoom } from './api.ts';
import { Call, type CallSeat } from './call.ts';
import { type CallState, isEnded, isOver } from './call-state.ts';
import { nearestRegion } from './nearest-region.ts';
import { receive } from './said.ts';
import { SETUP_START, type SetupEvent, type SetupState, setupReducer } from './setup-machine.ts';

export type CallStoreState = {
  setup: SetupState;
  /** The call of this tab, kept after its end until it is cleared. */
  call: CallState | null;
};

/** Setup and call of this tab. It outlives pages, so that a call continues from the home page into its room. */
export const callStore = createStore<CallStoreState>()(() => ({ setup: SETUP_START, call: null }));

let current: Call | null = null;
const receivers = new Map<DataLabel, (data: Data) => void>();
/** The code whose seat was requested while it was typed, until it is entered. */
let considered: string | null = null;

function dispatch(event: SetupEvent): void {
  callStore.setState(({ setup }) => ({ setup: setupReducer(setup, event) }));
}

export { dispatch as dispatchSetup };

function codeOf(error: unknown): ErrorCode {
  return error instanceof ProtocolError ? error.code : 'SERVER_ERROR';
}

function localMedia() {
  const devices = deviceStore.getState();
  // What a program sends is already in the room.
  const video = isStreamed(devices) ? null : shownVideo(devices);
  const tracks = { audio: devices.audio, video };
  return { tracks, camera: currentCamera(), sound: soundOf(devices) };
}

/** The parts of the device store that affect what a call sends. */
const SENT = [
  ...([
    'cameraId',
    'native',
    'audio',
    'video',
    'blur',
    'blurred',
    'interrupted',
    'quality',
    'allowed',
  ] as const),
  ...(['projection', 'stereo', 'heading', 'pitch', 'roll', 'lenses'] as const),
];

deviceStore.subscribe((now, before) => {
  if (current && SENT.some((key) => now[key] !== before[key])) {
    if (now.cameraId !== before.cameraId) rememberStreamed();
    void fitCamera().then(() => current?.setLocal(localMedia()));
  }
});

function report(state: CallState): void {
  const { call, setup } = callStore.getState();
  callStore.setState({ call: state });
  if (state.streamed !== call?.streamed) showStreamed(state.streamed);
  if (isOver(state) && !isOver(call)) releaseDevices();
  // A guest's seat may have been requested for a code that was typed but not entered.
  if (state.seat !== 'host') return;
  if (state.keyed && !call?.keyed) followWishes(state.keyed);
  if (setup.name === 'CHANNEL_CREATE' && state.channel?.seats.host?.camera) dispatch({ type: 'CREATED' });
  if (setup.name === 'CHANNEL_CREATE' && state.refusal && state.refusal !== 'REPLACED') {
    dispatch({ type: 'FAILED', error: state.refusal });
  }
  const { channel, refusal } = state;
  if (setup.name === 'CHANNEL_CREATED' && !channel?.seats.guest && isOver(state) && !isOver(call)) {
    if (channel?.status === 'FAILED') dispatch({ type: 'FAILED', error: 'SERVER_ERROR' });
    else dispatch({ type: 'ENDED', reason: channel?.endReason ?? refusal ?? 'CHANNEL_ENDED' });
  }
}

/** Whether the browser is set to save data on all pages (Network Information API). */
function isDataSaved(): boolean {
  return navigator.connection?.saveData === true;
}

/**
 * Requests a seat, unless this tab already has it; devices may still be opening.
 * @param rejoin continues a call that has ended
 * @param ticket if there is one already
 * @param watchable whether a player may show the host's camera
 */
export function approachRoom(
  token: string,
  seat: SeatName,
  {
    rejoin = false,
    ticket = null,
    watchable = false,
  }: Partial<Pick<CallSeat, 'rejoin' | 'ticket' | 'watchable'>> = {},
): void {
  const call = callStore.getState().call;
  if (current && call?.token === token && call.seat === seat && !isOver(call)) return;
  current?.close();
  considered = null;
  chooseDevicesFor(token, seat);
  const approaching: Call = new Call(
    { token, seat, rejoin, ticket, watchable, streamed: isStreamed(deviceStore.getState()) },
    (state) => {
      // A call that was replaced or cleared still reports that its connection closed.
      if (current === approaching) report(state);
    },
    receive,
    (label, data) => receivers.get(label)?.(data),
  );
  current = approaching;
  const { saveData, directed } = loadPreferences();
  approaching.setVideoWish({ saveData: saveData ?? isDataSaved() });
  if (directed?.token === token) approaching.setOffers(directed.modes);
  report(approaching.state);
  void approaching.start();
}

/** Takes the requested seat with the open devices; devices still being opened follow. */
export async function enterRoom(): Promise<void> {
  rememberStreamed();
  const entering = withItsEncryption();
  await fitCamera();
  if (deviceStore.getState().status === 'opening') deviceStore.setState({ awaited: true });
  const { off } = deviceStore.getState();
  entering?.enter(localMedia(), { muted: off.audio, cameraOff: off.video });
}

/** Only a host has the camera of a program: for the room for which it was chosen, after a reload too. */
function chooseDevicesFor(token: string, seat: SeatName): void {
  if (seat === 'host' && loadPreferences().streamedRoom === token) chooseStreamed();
  if (seat === 'host' || !isStreamed(deviceStore.getState())) return;
  releaseDevices();
  void prepareDevices();
}

/** Remembers for a reload whether a program sends the host's camera. */
function rememberStreamed(): void {
  const { call } = callStore.getState();
  if (call?.seat !== 'host') return;
  changePreferences({ streamedRoom: isStreamed(deviceStore.getState()) ? call.token : null });
}

/** The call, requested again if whether it can be encrypted was decided only after its seat had been requested. */
function withItsEncryption(): Call | null {
  const { call } = callStore.getState();
  const watchable = call?.keyed?.watch === true;
  const isDecided =
    current?.streamed === isStreamed(deviceStore.getState()) && current.watchable === watchable;
  if (!current || !call || call.seat !== 'host' || call.entered || isDecided) return current;
  current.close();
  current = null;
  approachRoom(call.token, call.seat, { watchable });
  return current;
}

/** Creates a room and opens it as host; the code screen follows, or the failure screen. */
export async function createRoom(): Promise<void> {
  dispatch({ type: 'CREATING' });
  try {
    const { token } = await requestRoom(await nearestRegion());
    approachRoom(token, 'host');
    await enterRoom();
  } catch (error) {
    dispatch({ type: 'FAILED', error: codeOf(error) });
  }
}

/** Requests the seat of a code while it is typed, so that the response is there when it is entered. */
export function considerCode(typed: string): void {
  const code = roomCodeSchema.safeParse(typed).data ?? null;
  if (!code || code === considered) return;
  approachRoom(code, 'guest');
  findDevices();
  considered = code;
}

/** Submits a typed code; the setup continues or shows why it was refused. */
export async function enterCode(typed: string): Promise<void> {
  dispatch({ type: 'CHECKING' });
  const code = roomCodeSchema.safeParse(typed).data;
  if (!code) return dispatch({ type: 'CODE_REFUSED', error: 'CODE_INVALID' });
  // A response received while typing is used once: another attempt sends a new request.
  if (considered !== code) approachRoom(code, 'guest');
  considered = null;
  const refusal = await seatRefusal();
  // Replaced by another tab of this browser, which uses the code.
  const error = refusal === 'REPLACED' ? 'SEAT_TAKEN' : refusal;
  if (error) return dispatch({ type: 'CODE_REFUSED', error });
  enterIfStraight();
  dispatch({ type: 'CODE_GOOD', code });
}

/**
 * Enters as soon as it is known that there is nothing to choose. Navigating to the room's page takes a moment; the call
 * does not wait for it.
 */
function enterIfStraight(): void {
  const look = (devices: DeviceState) => {
    if (isStraight(devices)) void enterRoom();
    if (isStraight(devices) || devices.status === 'ready') unsubscribe();
  };
  const unsubscribe = deviceStore.subscribe(look);
  void prepareDevices();
  look(deviceStore.getState());
}

/** Why the requested seat was refused; null once it is granted. */
export function seatRefusal(): Promise<ErrorCode | 'REPLACED' | null> {
  const read = ({ call }: CallStoreState): ErrorCode | 'REPLACED' | null | undefined => {
    if (!call || call.connection === 'reconnecting') return 'UNAVAILABLE';
    const { refusal, channel } = call;
    if (channel && isEnded(channel)) return channel.endReason === 'expired' ? 'CODE_EXPIRED' : 'CODE_USED';
    return refusal ?? (channel ? null : undefined);
  };
  return new Promise((resolve) => {
    const settle = (state: CallStoreState) => {
      const answer = read(state);
      if (answer === undefined) return;
      unsubscribe();
      resolve(answer);
    };
    const unsubscribe = callStore.subscribe(settle);
    settle(callStore.getState());
  });
}

/** The call of this tab, to be told what to do; null without one. */
export function currentCall(): Call | null {
  return current;
}

/** @throws ProtocolError UNAVAILABLE without a call */
export function requireCall(): Call {
  if (!current) throw new ProtocolError('UNAVAILABLE');
  return current;
}

/** @param receiver called with data from the other side's channels of this label */
export function onData(label: DataLabel, receiver: (data: Data) => void): void {
  receivers.set(label, receiver);
}

/** Ends the call for both and closes camera and microphone; the end screen stays. */
export async function leaveCall(): Promise<void> {
  const leaving = current;
  releaseDevices();
  await leaving?.leave();
}

/** Clears call and setup, leaving the call if it is still running. */
export async function resetCall(): Promise<void> {
  const leaving = current;
  current = null;
  considered = null;
  callStore.setState({ setup: SETUP_START, call: null });
  releaseDevices();
  await leaving?.leave();
}
