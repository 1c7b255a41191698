import { createStore } from 'zustand/vanilla';
import { inTime } from '#app/components/page/in-time.ts';
import { changePreferences, loadPreferences } from '../devices/preferences.ts';
import { callStore } from '../state/call-store.ts';
import { directedStore } from './directed-store.ts';
import { offers } from './offered.ts';
import { type RelayBoard, relayBoard } from './relay-boards.ts';
import { RelayPort } from './relay-port.ts';

const BAUD_RATE = 9600;
const OPEN_MS = 10_000;

type RelayState = {
  /** `busy`: the port could not be opened. `failed`: it could not be written to. */
  status: 'none' | 'connecting' | 'connected' | 'unplugged' | 'busy' | 'failed';
  /** Name of the connected device. */
  name: string;
  board: RelayBoard;
};

/** The host's direction relay: it switches the directions that the guest holds. */
export const relayStore = createStore<RelayState>()(() => ({
  status: 'none',
  name: '',
  board: relayBoard(loadPreferences().relayBoard),
}));

let relay: RelayPort | null = null;

export function isRelaySupported(): boolean {
  return navigator.serial !== undefined;
}

/** Takes effect at the next connection. */
export function chooseBoard(id: string): void {
  relayStore.setState({ board: relayBoard(id) });
  changePreferences({ relayBoard: id });
}

/** Lets the host choose a serial port, and opens it. Must be called in a click handler. */
export async function connectRelay(): Promise<void> {
  const { board } = relayStore.getState();
  const port = await requestPort();
  if (!port) return;
  relayStore.setState({ status: 'connecting' });
  try {
    const opening = port.open({ baudRate: BAUD_RATE });
    await inTime(opening, OPEN_MS, () => {
      opening.then(() => port.close()).catch(() => {});
      return new Error('The port does not open');
    });
    const opened: RelayPort = new RelayPort(port, board, () => lose(opened, 'failed'));
    relay = opened;
    port.addEventListener('disconnect', () => lose(opened, 'unplugged'));
  } catch {
    return relayStore.setState({ status: 'busy' });
  }
  relayStore.setState({ status: 'connected', name: nameOf(port, board) });
  if (isWanted()) relay.show(directedStore.getState().directions);
  else disconnectRelay();
}

/** Null if no port was chosen. */
async function requestPort(): Promise<SerialPort | null> {
  try {
    return (await navigator.serial?.requestPort()) ?? null;
  } catch (error) {
    const isCancelled = error instanceof DOMException && error.name === 'NotFoundError';
    if (!isCancelled) relayStore.setState({ status: 'busy' });
    return null;
  }
}

/** A name from the board and the USB ids, because serial ports have no names. */
function nameOf(port: SerialPort, { name }: RelayBoard): string {
  const { usbVendorId, usbProductId } = port.getInfo();
  if (usbVendorId === undefined || usbProductId === undefined) return name;
  const hex = (number: number) => number.toString(16).toUpperCase().padStart(4, '0');
  return `${name}, USB ${hex(usbVendorId)}:${hex(usbProductId)}`;
}

/** Handles a lost port. Writes pending when the cable was pulled fail too, before or after the event. */
function lose(lost: RelayPort, status: 'unplugged' | 'failed'): void {
  if (lost === relay) {
    relay = null;
    void lost.close();
  } else if (relayStore.getState().status !== 'failed') return;
  relayStore.setState({ status });
}

/** Turns everything off and disconnects. */
export function disconnectRelay(): void {
  void relay?.close();
  relay = null;
  relayStore.setState({ status: 'none' });
}

function isWanted(): boolean {
  return offers(callStore.getState().call, 'PAD');
}

directedStore.subscribe(({ directions }, before) => {
  if (directions !== before.directions) relay?.show(directions);
});
callStore.subscribe(() => {
  if (relay && !isWanted()) disconnectRelay();
});
window.addEventListener('pagehide', () => relay?.turnOff());
