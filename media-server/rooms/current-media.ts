import type { types } from 'mediasoup';
import { type SeatName, type SeatState, WHOLE_VIDEO } from '#protocol/channel.ts';
import { ProtocolError } from '#protocol/errors.ts';
import type { Log } from '../log.ts';
import { NO_PICTURE, type Picture, PictureWatch } from '../rtc/picture.ts';
import type { RoomMedia } from '../rtc/room-media.ts';
import type { RoomState } from './room-state.ts';

/** A room's media: created when first needed, and again after its worker died. */
export class CurrentMedia {
  readonly #make: () => Promise<RoomMedia>;
  readonly #log: Log;
  readonly #watch = new PictureWatch();
  #media: RoomMedia | null = null;

  constructor(make: () => Promise<RoomMedia>, log: Log) {
    this.#make = make;
    this.#log = log;
  }

  async open(): Promise<RoomMedia> {
    this.#media ??= await this.#make();
    return this.#media;
  }

  /** @throws ProtocolError CHANNEL_ENDED if there is no media */
  get opened(): RoomMedia {
    if (!this.#media) throw new ProtocolError('CHANNEL_ENDED');
    return this.#media;
  }

  /** Null while there is no media. */
  get seats(): RoomMedia['seats'] | null {
    return this.#media?.seats ?? null;
  }

  /** Closes the media that a visitor has prepared. */
  dismiss(visitor: object): void {
    this.#media?.dismiss(visitor);
  }

  /** Whether a player that is no browser shows what the host sends. */
  get isWatched(): boolean {
    return this.#media?.isWatched ?? false;
  }

  stopPlayer(transport: types.WebRtcTransport): void {
    this.#media?.stopPlayer(transport);
  }

  /** Whether a seat's browser is reachable. */
  reaches(seat: SeatName): boolean {
    return this.#media?.seats[seat].isAlive ?? false;
  }

  /** State of the host's picture. */
  async picture(): Promise<Picture> {
    return this.#media ? this.#watch.look(this.#media.seats) : NO_PICTURE;
  }

  /** Forwards media to the guest, or holds it back. */
  async forwardToGuest(isHeld: boolean): Promise<void> {
    const guest = this.#media?.seats.guest;
    if (guest && guest.isHeld !== isHeld) await (isHeld ? guest.hold() : guest.forward());
  }

  /** Media state of a seat, as sent to both seats. */
  stateOf(
    seat: SeatName,
  ): Pick<
    SeatState,
    'producers' | 'dataProducers' | 'videoCodecs' | 'encryption' | 'takesScreen' | 'videoWish'
  > {
    return {
      producers: this.#media?.producers(seat) ?? [],
      dataProducers: this.#media?.seats[seat].dataProducers ?? [],
      videoCodecs: this.#media?.seats[seat].videoCodecs ?? { send: null, receive: null },
      encryption: this.#media?.seats[seat].encryption ?? null,
      takesScreen: this.#media?.seats[seat].takesScreen ?? false,
      videoWish: this.#media?.seats[seat].videoWish ?? WHOLE_VIDEO,
    };
  }

  /** Adapts the bitrate limit of the seats whose camera has changed. */
  limit(before: RoomState['seats'], now: RoomState['seats']): void {
    for (const seat of ['host', 'guest'] as const) {
      const camera = now[seat]?.camera ?? null;
      if (camera === (before[seat]?.camera ?? null)) continue;
      this.#media?.seats[seat].limitIncoming(camera).catch((error: unknown) => {
        this.#log.error({ err: error, seat }, 'could not limit the bitrate');
      });
    }
  }

  /** Drops the media whose worker died. */
  forget(): void {
    this.#media = null;
  }

  close(): void {
    this.#media?.close();
    this.#media = null;
  }
}
