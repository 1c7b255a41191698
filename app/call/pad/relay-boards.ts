/** A board with four relays or more, controlled over a serial port at 9600 baud, 8N1. */
export type RelayBoard = {
  id: string;
  /** Name used by its makers. */
  name: string;
  /** Bytes that switch a channel, counted from 1. */
  command(channel: number, on: boolean): Uint8Array<ArrayBuffer>;
};

const LCUS: RelayBoard = {
  id: 'lcus-4',
  name: 'LCUS-4 (CH340)',
  // LC Technology's protocol, as on https://tilga.com/prod/5732195: start, channel, state, sum of the three.
  command(channel, on) {
    const state = Number(on);
    return Uint8Array.of(0xa0, channel, state, (0xa0 + channel + state) & 0xff);
  },
};

const KMTRONIC: RelayBoard = {
  id: 'kmtronic-4',
  name: 'KMTronic USB 4',
  // 'USB Four Relay commands' on https://info.kmtronic.com/kmtronic-usb-relay-test-software.html.
  command: (channel, on) => Uint8Array.of(0xff, channel, Number(on)),
};

const DEVANTECH: RelayBoard = {
  id: 'usb-rly08',
  name: 'Devantech USB-RLY08, USB-RLY16',
  // The table 'Commands' of both manuals: 0x65 to 0x6C turn relays 1 to 8 on, 0x6F to 0x76 turn them off.
  command: (channel, on) => Uint8Array.of((on ? 0x64 : 0x6e) + channel),
};

/** The first one is the default. */
export const RELAY_BOARDS: readonly [RelayBoard, ...RelayBoard[]] = [LCUS, KMTRONIC, DEVANTECH];

/** Returns the default board for an unknown id. */
export function relayBoard(id: string | null): RelayBoard {
  return RELAY_BOARDS.find((board) => board.id === id) ?? RELAY_BOARDS[0];
}
