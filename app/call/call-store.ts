import { createStore } from 'zustand/vanilla';
import type { SeatName } from '#media-server/protocol/channel.ts';
import { type ErrorCode, ProtocolError } from '#media-server/protocol/errors.ts';
import { checkCode, requestRoom } from './api.ts';
import { Call } from './call.ts';
import { type CallState, isEnded } from './call-state.ts';
import { currentCamera, deviceStore, fitCamera, prepareDevices, releaseDevices } from './device-store.ts';
import { SETUP_START, type SetupEvent, type SetupState, setupReducer } from './setup-machine.ts';

export type CallStoreState = {
  setup: SetupState;
  /** The call of this tab, also after it has ended, until it is cleared. */
  call: CallState | null;
};

/** The setup and the call of this tab. It outlives a page, so that a call goes on from the home page into its room. */
export const callStore = createStore<CallStoreState>()(() => ({ setup: SETUP_START, call: null }));

let current: Call | null = null;

function dispatch(event: SetupEvent): void {
  callStore.setState(({ setup }) => ({ setup: setupReducer(setup, event) }));
}

export { dispatch as dispatchSetup };

function codeOf(error: unknown): ErrorCode {
  return error instanceof ProtocolError ? error.code : 'SERVER_ERROR';
}

function localMedia() {
  const { audio, video } = deviceStore.getState();
  return { tracks: { audio, video }, camera: currentCamera() };
}

deviceStore.subscribe((now, before) => {
  const watched = ['audio', 'video', 'quality', 'projection', 'stereo'] as const;
  if (current && watched.some((key) => now[key] !== before[key])) {
    void fitCamera().then(() => current?.setLocal(localMedia()));
  }
});

function isOver(call: CallState | null): boolean {
  return call !== null && (call.refusal !== null || isEnded(call.channel));
}

function report(state: CallState): void {
  const { call, setup } = callStore.getState();
  callStore.setState({ call: state });
  if (isOver(state) && !isOver(call)) releaseDevices();
  if (setup.name === 'CHANNEL_CREATE' && state.channel?.seats.host?.camera) dispatch({ type: 'CREATED' });
  if (setup.name === 'CHANNEL_CREATE' && state.refusal && state.refusal !== 'REPLACED') {
    dispatch({ type: 'FAILED', error: state.refusal });
  }
  if (
    setup.name === 'CHANNEL_CREATED' &&
    state.channel &&
    isEnded(state.channel) &&
    !isEnded(call?.channel ?? null)
  ) {
    dispatch(
      state.channel.status === 'FINISHED' ? { type: 'EXPIRED' } : { type: 'FAILED', error: 'SERVER_ERROR' },
    );
  }
}

/** Asks for a seat, unless this tab has it already; devices may still be on their way. */
export function approachRoom(token: string, seat: SeatName): void {
  const call = callStore.getState().call;
  if (current && call?.token === token && call.seat === seat && !isOver(call)) return;
  current?.close();
  current = new Call(token, seat, report);
  void current.start();
}

/** Takes the seat that was asked for, with the devices that are open. */
export async function enterRoom(): Promise<void> {
  const entering = current;
  await fitCamera();
  entering?.enter(localMedia());
}

/** Makes a room and opens it as its host; the code screen follows, or the failure screen. */
export async function createRoom(): Promise<void> {
  dispatch({ type: 'CREATING' });
  try {
    const { token } = await requestRoom();
    approachRoom(token, 'host');
    await enterRoom();
  } catch (error) {
    dispatch({ type: 'FAILED', error: codeOf(error) });
  }
}

/** Checks a typed code; the setup goes on with it or says why not. */
export async function enterCode(code: string): Promise<void> {
  dispatch({ type: 'CHECKING' });
  try {
    const token = await checkCode(code);
    // The way to the room's page takes a moment; seat and devices are ready by then.
    approachRoom(token, 'guest');
    void prepareDevices();
    dispatch({ type: 'CODE_GOOD', code: token });
  } catch (error) {
    dispatch({ type: 'CODE_REFUSED', error: codeOf(error) });
  }
}

export function setMuted(muted: boolean): void {
  current?.setMuted(muted);
}

export function setCameraOff(cameraOff: boolean): void {
  current?.setCameraOff(cameraOff);
}

export function sendSnapshot(latitude: number, longitude: number): Promise<void> {
  return current?.sendSnapshot(latitude, longitude) ?? Promise.resolve();
}

export function callStats(): ReturnType<Call['stats']> {
  return current?.stats() ?? Promise.resolve(null);
}

/** Ends the call for both and closes camera and microphone; the end stays on screen. */
export async function leaveCall(): Promise<void> {
  const leaving = current;
  releaseDevices();
  await leaving?.leave();
}

/** Forgets the call and the setup, leaving the call if it still runs. */
export async function resetCall(): Promise<void> {
  const leaving = current;
  current = null;
  const call = callStore.getState().call;
  callStore.setState({ setup: SETUP_START, call: null });
  releaseDevices();
  if (call && !isEnded(call.channel)) await leaving?.leave();
  else leaving?.close();
}
