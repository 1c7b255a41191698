import { vi } from 'vitest';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Camera } from '#protocol/camera.ts';
import { type Channel, type SeatName, type SeatState, WHOLE_VIDEO } from '#protocol/channel.ts';
import { ProtocolError } from '#protocol/errors.ts';
import { USUAL_LENSES } from '#protocol/lenses.ts';
import type { RequestData } from '#protocol/messages.ts';
import type { PageMessage } from '#protocol/relayed.ts';
import { type CallState, newCallState } from '../state/call-state.ts';
import type { OutgoingMessage } from '../state/said.ts';

const TOKEN = 'K7M4QX9TR';

export const CAMERA: Camera = {
  cameraType: 'INTEGRATED_CAM',
  quality: 'MEDIUM',
  projection: 'equirectangular',
  stereo: 'mono',
  heading: 0,
  pitch: 0,
  roll: 0,
  lenses: USUAL_LENSES,
};

export const seatWith = (change: Partial<SeatState> = {}): SeatState => ({
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

/** A room whose call has started. */
export const roomWith = (change: Partial<Channel> = {}): Channel => ({
  token: TOKEN,
  status: 'STARTED',
  endReason: null,
  endedBy: null,
  expiresInMs: 0,
  extendable: false,
  visited: false,
  watched: false,
  lastedMs: null,
  place: null,
  recordedMs: { host: null, guest: null },
  seats: { host: seatWith(), guest: seatWith() },
  ...change,
});

/** The call state of that room's host. */
export const stateWith = (change: Partial<CallState> = {}): CallState => ({
  ...newCallState(TOKEN, 'host'),
  entered: true,
  connection: 'open',
  media: 'connected',
  encryption: { state: 'off', lacking: 'own' },
  channel: roomWith(),
  ...change,
});

/** A call whose host offers pad and voice. Modules loaded after its creation get it from `call-store.ts`. */
export class FakeCall {
  readonly store: StoreApi<{ call: CallState | null }>;
  /** Messages sent to the other side. */
  readonly said: Record<string, unknown>[] = [];
  /** Makes every message to the other side fail. */
  refuses = false;
  muted = false;
  readonly #call: CallState;
  #hear: (heard: PageMessage) => void = () => {};
  #Refusal = ProtocolError;

  constructor(seat: SeatName) {
    const seats = { host: seatWith({ controlModes: ['PAD', 'VOICE'] }), guest: seatWith() };
    this.#call = stateWith({ seat, offers: ['PAD', 'VOICE'], channel: roomWith({ seats }) });
    this.store = createStore<{ call: CallState | null }>()(() => ({ call: this.#call }));
    vi.doMock('../state/call-store.ts', async () => {
      // The test's modules are loaded again, so these must be the same instances.
      ({ receive: this.#hear } = await import('../state/said.ts'));
      ({ ProtocolError: this.#Refusal } = await import('#protocol/errors.ts'));
      return {
        callStore: this.store,
        currentCall: () => this,
        requireCall: () => this,
      };
    });
  }

  get state(): CallState {
    return this.store.getState().call ?? this.#call;
  }

  setOffers(offers: CallState['offers']): void {
    this.be({ offers });
  }

  setMuted(muted: boolean): void {
    this.muted = muted;
  }

  async say<N extends OutgoingMessage>(name: N, data: RequestData<N>): Promise<void> {
    if (this.refuses) throw new this.#Refusal('UNAVAILABLE');
    this.said.push({ name, ...data });
  }

  /** The pad's messages that were sent: `left on`. */
  get pressed(): string[] {
    return this.said.map(({ direction, pressed }) => `${direction} ${pressed ? 'on' : 'off'}`);
  }

  be(change: Partial<CallState>): void {
    this.store.setState({ call: { ...this.#call, ...change } });
  }

  beRoom(change: Partial<Channel>): void {
    if (this.#call.channel) this.be({ channel: { ...this.#call.channel, ...change } });
  }

  /** Changes the other seat, such as its connection or its offers. */
  beOther(change: Partial<SeatState>): void {
    this.beRoom({
      seats: { host: seatWith({ controlModes: ['PAD', 'VOICE'], ...change }), guest: seatWith(change) },
    });
  }

  /** Removes the call, as before a page has entered its room. */
  beNone(): void {
    this.store.setState({ call: null });
  }

  hear(heard: PageMessage): void {
    this.#hear(heard);
  }

  hearPad(direction: 'up' | 'down' | 'left' | 'right', pressed: boolean): void {
    this.hear({ name: 'padChannel', data: { direction, pressed } });
  }

  hearSpoken(direction: 'up' | 'down' | 'left' | 'right' | 'stop'): void {
    this.hear({ name: 'voiceDirection', data: { direction } });
  }
}
