import { vi } from 'vitest';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { type Channel, type SeatName, type SeatState, WHOLE_VIDEO } from '#protocol/channel.ts';
import { NO_MEDIA } from '../media/call-media.ts';
import { type CallState, newCallState } from '../state/call-state.ts';
import type { Heard } from '../state/said.ts';

const seat = (change: Partial<SeatState> = {}): SeatState => ({
  connected: true,
  camera: null,
  producers: [],
  dataProducers: [],
  videoCodecs: { send: null, receive: null },
  encryption: null,
  takesScreen: false,
  videoWish: WHOLE_VIDEO,
  controlModes: [],
  handRaised: false,
  recording: 'off',
  ...change,
});

/** A call whose host offers pad and voice, in place of `call-store.ts`. */
export class FakeCall {
  readonly store: StoreApi<{ call: CallState | null }>;
  /** What was said to the other side. */
  readonly said: string[] = [];
  refuses = false;
  muted = false;
  readonly #call: CallState;
  #hear: (heard: Heard) => void = () => {};

  constructor(seatName: SeatName) {
    const channel: Channel = {
      token: 'K7M4QX9TR',
      status: 'STARTED',
      endReason: null,
      endedBy: null,
      expiresInMs: 0,
      lastedMs: null,
      place: null,
      recordedMs: { host: null, guest: null },
      seats: { host: seat({ controlModes: ['PAD', 'VOICE'] }), guest: seat() },
    };
    this.#call = {
      ...newCallState('K7M4QX9TR', seatName),
      ...NO_MEDIA,
      connection: 'open',
      offers: ['PAD', 'VOICE'],
      channel,
    };
    this.store = createStore<{ call: CallState | null }>()(() => ({ call: this.#call }));
    vi.doMock('../state/call-store.ts', async () => {
      // That of the modules under test, which are loaded again.
      ({ hear: this.#hear } = await import('../state/said.ts'));
      return {
        callStore: this.store,
        setMuted: (muted: boolean) => {
          this.muted = muted;
        },
        sayToOther: async (
          _name: 'padChannel',
          { direction, pressed }: { direction: string; pressed: boolean },
        ) => {
          if (!this.refuses) {
            this.said.push(`${direction} ${pressed ? 'on' : 'off'}`);
            return;
          }
          // That of the modules under test, which are loaded again.
          const { ProtocolError } = await import('#protocol/errors.ts');
          throw new ProtocolError('WRONG_STATE');
        },
      };
    });
  }

  be(change: Partial<CallState>): void {
    this.store.setState({ call: { ...this.#call, ...change } });
  }

  beRoom(change: Partial<Channel>): void {
    if (this.#call.channel) this.be({ channel: { ...this.#call.channel, ...change } });
  }

  /** The other side has lost its connection, or offers nothing. */
  beOther(change: Partial<SeatState>): void {
    this.beRoom({
      seats: { host: seat({ controlModes: ['PAD', 'VOICE'], ...change }), guest: seat(change) },
    });
  }

  hear(direction: 'up' | 'down' | 'left' | 'right', pressed: boolean): void {
    this.#hear({ name: 'padChannel', data: { direction, pressed } });
  }

  hearSpoken(direction: 'up' | 'down' | 'left' | 'right' | 'stop'): void {
    this.#hear({ name: 'voiceDirection', data: { direction } });
  }
}
