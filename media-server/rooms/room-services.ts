import type { IceServer } from '#protocol/media.ts';
import type { Limits } from '../limit-settings.ts';
import type { Log } from '../log.ts';
import type { RoomMedia } from '../rtc/room-media.ts';
import type { RoomMediaEvents } from '../rtc/worker-pool.ts';
import type { CallEvent } from './call-events.ts';
import type { ChannelStore } from './channel-store.ts';
import type { ResumeTokens } from './session.ts';
import type { StreamStore } from './stream-store.ts';

/** Services that all rooms `R` of this process use. */
export type RoomServices<R> = {
  store: ChannelStore;
  streams: StreamStore;
  tokens: ResumeTokens<R>;
  limits: Limits;
  log: Log;
  /** Maximum duration of a call that begins, or continues after a restart, now. */
  longestCallMs(): Promise<number>;
  createMedia(events: Omit<RoomMediaEvents, 'onTransport'>): Promise<RoomMedia>;
  /** On an end event, the call's media closes right after this returns. */
  onCallEvent(room: R, event: CallEvent): void;
  /** @param name the user name in the TURN credentials */
  iceServers(name: string): IceServer[];
};

/** Events that a room reports to its owner. */
export type RoomEvents = {
  /** The room has ended, perhaps only until someone rejoins. */
  onOver: () => void;
  /** Another process has taken the room. */
  onLost: () => void;
};
