import type { SeatName } from '#protocol/channel.ts';
import type { ErrorCode } from '#protocol/errors.ts';
import { deviceStore } from '../devices/device-store.ts';
import { prepareDevices } from '../devices/open-devices.ts';
import { isEnded, isOver } from './call-state.ts';
import {
  approachRoom,
  callStore,
  createRoom,
  dispatchSetup,
  enterRoom,
  resetCall,
  seatRefusal,
} from './call-store.ts';
import { SETUP_START } from './setup-machine.ts';

/** Refusals of a seat that another attempt would get again. */
const FINAL: readonly (ErrorCode | 'REPLACED')[] = [
  'CODE_INVALID',
  'CODE_EXPIRED',
  'CODE_USED',
  'SEAT_TAKEN',
  'CHANNEL_ENDED',
];

export function isFinal(refusal: ErrorCode | 'REPLACED'): boolean {
  return FINAL.includes(refusal);
}

/**
 * Takes the same seat again, in a call that may have ended. The room's page opens the devices and enters.
 * @returns whether the room still lives; also true while the server cannot be reached, which the page shows
 */
export async function returnToRoom(token: string, seat: SeatName): Promise<boolean> {
  // Synchronously after the reset: otherwise the page, without a call, would approach the room without `rejoin`.
  const reset = resetCall();
  approachRoom(token, seat, { rejoin: true });
  await reset;
  const refusal = await seatRefusal();
  return refusal === null || !isFinal(refusal);
}

/** Opens the setup with its devices, for a new room. */
export async function chooseNewRoom(): Promise<void> {
  await resetCall();
  dispatchSetup({ type: 'CREATE_CHOSEN' });
}

/** Creates a room with the devices last used; if one is missing, the setup asks. */
async function createNewRoom(): Promise<void> {
  await chooseNewRoom();
  await prepareDevices();
  const { video, audio } = deviceStore.getState();
  if (video && audio) await createRoom();
}

/** The location's state when leading from an ended room to the setup. */
export const ROOM_GONE = 'room gone';

/** Clears the setup that led to an ended call. The call stays until `openSetup`: without it, its page takes the seat. */
export function clearSetup(): void {
  callStore.setState({ setup: SETUP_START });
}

/** Opens the setup's page. @param from the location's state */
export async function openSetup(seat: SeatName, from: unknown): Promise<void> {
  const { call, setup } = callStore.getState();
  const hasEnded = isOver(call);
  // Only while the refused call is still there: not after a reload, nor when the page is restored.
  const gone = from === ROOM_GONE && hasEnded;
  if (gone && seat === 'host') return createNewRoom();
  // A page that Back led to meanwhile may have replaced the call that this setup led to.
  const isLeftOver = setup.name === 'CHANNEL_CREATED' && setup.ended !== null;
  if (hasEnded || isLeftOver) await resetCall();
  dispatchSetup({ type: seat === 'host' ? 'CREATE_CHOSEN' : 'ENTER_CHOSEN' });
  if (gone) dispatchSetup({ type: 'CODE_REFUSED', error: 'CHANNEL_ENDED' });
}

/** After a failure to create or keep a room: opens the same one while it lives, else goes to the setup of a new one. */
export async function retryRoom(): Promise<void> {
  const { call } = callStore.getState();
  const lives = call?.seat === 'host' && !isEnded(call.channel) && !(call.refusal && isFinal(call.refusal));
  if (!lives) return chooseNewRoom();
  callStore.setState({ setup: { name: 'CHANNEL_CREATE', creating: true } });
  approachRoom(call.token, 'host');
  await prepareDevices();
  await enterRoom();
}
