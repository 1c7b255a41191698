import type { Frame } from './film.ts';
import type { Pacer, Screen } from './streams.ts';

export const VIDEO_PAYLOAD = 102;
export const AUDIO_PAYLOAD = 111;

/** A call that runs: the guest sees what the host's camera sees. */
export type Room = {
  screen: Screen;
  /** By `performance.now()`: when the guest asked to enter. */
  enteredAt: number;
  /** Why, if the server ends it. */
  ended?: Promise<string>;
  close(): Promise<void>;
};

/** Makes a room on a media server, and enters it. @throws Error if that fails; nothing is left open then */
export type OpenRoom = (sent: { film: readonly Frame[]; pacer: Pacer }) => Promise<Room>;
