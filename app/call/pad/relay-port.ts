import { DIRECTIONS, type Direction } from './directions.ts';
import type { RelayBoard } from './relay-boards.ts';

/** The board's channel of each direction. */
const CHANNELS: Readonly<Record<Direction, number>> = { up: 1, down: 2, left: 3, right: 4 };

/**
 * A relay board on an open serial port. Boards keep their state when nothing is written, so all channels are turned off
 * first and last.
 */
export class RelayPort {
  readonly port: SerialPort;
  readonly #writer: WritableStreamDefaultWriter<Uint8Array<ArrayBuffer>>;
  readonly #board: RelayBoard;
  readonly #onError: () => void;
  #on: readonly Direction[] = [];

  /**
   * @param onError called when a write has failed
   * @throws TypeError if the port is not open, or in use
   */
  constructor(port: SerialPort, board: RelayBoard, onError: () => void) {
    if (!port.writable) throw new TypeError('The port is not open.');
    this.port = port;
    this.#writer = port.writable.getWriter();
    this.#board = board;
    this.#onError = onError;
    this.turnOff();
  }

  /** Switches on the channels of these directions and no others. */
  show(directions: readonly Direction[]): void {
    // Off before on: a motor must not get both directions of its axis.
    for (const direction of this.#on) if (!directions.includes(direction)) this.#write(direction, false);
    for (const direction of directions) if (!this.#on.includes(direction)) this.#write(direction, true);
    this.#on = directions;
  }

  /** Turns off all channels, whatever their state. */
  turnOff(): void {
    this.#on = [];
    for (const direction of DIRECTIONS) this.#write(direction, false);
  }

  /** The stream queues writes. */
  #write(direction: Direction, on: boolean): void {
    this.#writer.write(this.#board.command(CHANNELS[direction], on)).catch(this.#onError);
  }

  /** Turns everything off and closes the port. */
  async close(): Promise<void> {
    this.turnOff();
    // An unplugged port has closed itself.
    await this.#writer.close().catch(() => {});
    await this.port.close().catch(() => {});
  }
}
