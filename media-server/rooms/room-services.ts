import type { IceServer } from '#protocol/media.ts';
import type { Limits } from '../limits.ts';
import type { Log } from '../log.ts';
import type { RoomMedia } from '../rtc/room-media.ts';
import type { RoomMediaEvents } from '../rtc/worker-pool.ts';
import type { CallEvent } from './call-events.ts';
import type { ChannelStore } from './channel-store.ts';
import type { ResumeTokens } from './session.ts';
import type { StreamStore } from './stream-store.ts';

/** What every room `R` of this process uses. */
export type RoomServices<R> = {
  store: ChannelStore;
  streams: StreamStore;
  tokens: ResumeTokens<R>;
  limits: Limits;
  log: Log;
  /** The longest life of a call that begins, or goes on after a restart, now. */
  longestCallMs(): Promise<number>;
  createMedia(events: Omit<RoomMediaEvents, 'onTransport'>): Promise<RoomMedia>;
  /** When the call has ended, its media closes right after. */
  onCallEvent(room: R, event: CallEvent): void;
  /** @param name the user whose TURN credentials they contain */
  iceServers(name: string): IceServer[];
};

/** What a room reports to whoever holds it. */
export type RoomEvents = {
  /** It has ended, maybe not for good. */
  onOver: () => void;
  /** Another process has taken it. */
  onLost: () => void;
};
