import type { OpenRoom, Room } from './contender.ts';
import type { Frame } from './film.ts';
import { Pacer } from './streams.ts';

/** Lanes in which rooms are opened, one after another in each, as people arrive. */
const OPENING_AT_ONCE = 4;

/** Packets expected and received by all guests between two readings. */
export type Traffic = { expected: number; received: number; bytes: number; frames: number };

/** Rooms of a run, in one process or several. */
export type AnyFleet = Pick<Fleet, 'size' | 'open' | 'stop' | 'pictures' | 'failures'> & {
  traffic(): Traffic | Promise<Traffic>;
};

/** Rooms of a run in this process. */
export class Fleet {
  readonly #openRoom: OpenRoom;
  readonly #film: readonly Frame[];
  readonly #pacer = new Pacer();
  readonly #rooms = new Set<Room>();
  readonly #seen = new WeakMap<Room, Traffic>();
  /** Times in ms from entering to the first complete key frame, in rooms that have ended. */
  readonly #pictures: (number | null)[] = [];
  /** Reasons why rooms could not be opened, or ended. */
  readonly failures: string[] = [];

  constructor(openRoom: OpenRoom, film: readonly Frame[]) {
    this.#openRoom = openRoom;
    this.#film = film;
  }

  get size(): number {
    return this.#rooms.size;
  }

  async open(count: number): Promise<void> {
    let left = count;
    const lane = async () => {
      while (left-- > 0) {
        try {
          const room = await this.#openRoom({ film: this.#film, pacer: this.#pacer });
          this.#rooms.add(room);
          void room.ended?.then((why) => this.#rooms.has(room) && this.failures.push(why));
        } catch (error) {
          this.failures.push(error instanceof Error ? error.message : String(error));
        }
      }
    };
    await Promise.all(Array.from({ length: OPENING_AT_ONCE }, lane));
  }

  /** Ends the oldest rooms. */
  async close(count: number): Promise<void> {
    for (const room of [...this.#rooms].slice(0, count)) {
      this.#rooms.delete(room);
      this.#pictures.push(pictureAfter(room));
      await room.close();
    }
  }

  async stop(): Promise<void> {
    await this.close(this.size);
    this.#pacer.stop();
  }

  /** Traffic since the last call, of the rooms open now. */
  traffic(): Traffic {
    const all = { expected: 0, received: 0, bytes: 0, frames: 0 };
    for (const room of this.#rooms) {
      const { expected, received, bytes, frames } = room.screen;
      const now = { expected, received, bytes, frames };
      const before = this.#seen.get(room) ?? { expected: 0, received: 0, bytes: 0, frames: 0 };
      this.#seen.set(room, now);
      for (const key of ['expected', 'received', 'bytes', 'frames'] as const)
        all[key] += now[key] - before[key];
    }
    return all;
  }

  /** For all rooms so far, in ms; null without a picture. */
  get pictures(): (number | null)[] {
    return [...this.#pictures, ...[...this.#rooms].map(pictureAfter)];
  }
}

function pictureAfter({ screen, enteredAt }: Room): number | null {
  return screen.firstPictureAt === null ? null : screen.firstPictureAt - enteredAt;
}

/** Share of packets lost. */
export function lossOf({ expected, received }: Traffic): number {
  return expected > 0 ? Math.max(0, 1 - received / expected) : 0;
}
