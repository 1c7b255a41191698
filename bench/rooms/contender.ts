import type { Frame } from './film.ts';
import type { Pacer, VideoReceiver } from './streams.ts';

export const VIDEO_PAYLOAD = 102;
export const AUDIO_PAYLOAD = 111;

/** A running call: the guest receives the host's camera. */
export type Room = {
  screen: VideoReceiver;
  /** When the guest asked to enter, by `performance.now()`. */
  enteredAt: number;
  /** Resolves with the reason if the server ends it. */
  ended?: Promise<string>;
  close(): Promise<void>;
};

/** Creates a room on a media server and enters it. @throws Error if that fails, leaving nothing open */
export type OpenRoom = (sent: { film: readonly Frame[]; pacer: Pacer }) => Promise<Room>;
