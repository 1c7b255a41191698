import type { types } from 'mediasoup';
import type { ProducerState, Source } from '#protocol/channel.ts';
import { withKnownExtensions } from '../header-extensions.ts';
import { Ingest } from './ingest.ts';
import { Offer } from './offer.ts';

/** What a program beside a seat's browser sends into the seat: one program at a time, with each source as the browser's. */
export class SeatIngest {
  readonly #router: types.Router;
  readonly #webRtcServer: types.WebRtcServer;
  readonly #onConnection: () => void;
  #program: Ingest | null = null;
  /** Sources that the seat's person has paused, also for the next program. */
  readonly #off = new Set<Source>();

  /** @param onConnection called when a program connected or has gone, or the marks of its picture have changed */
  constructor(router: types.Router, webRtcServer: types.WebRtcServer, onConnection: () => void) {
    this.#router = router;
    this.#webRtcServer = webRtcServer;
    this.#onConnection = onConnection;
  }

  get producers(): Ingest['producers'] {
    return this.#program?.producers ?? new Map();
  }

  get isConnected(): boolean {
    return this.#program?.isConnected ?? false;
  }

  /** How the state of a producer of the seat says that a program sends it. */
  marksOf(
    { id }: Pick<types.Producer, 'id'>,
    source: Source,
  ): Pick<ProducerState, 'streamed' | 'outOfOrder' | 'lagMs'> {
    if (this.producers.get(source)?.id !== id) return {};
    if (source !== 'camera') return { streamed: true };
    const { isOutOfOrder, lagMs = 0 } = this.#program ?? {};
    return { streamed: true, ...(isOutOfOrder && { outOfOrder: true }), ...(lagMs > 0 && { lagMs }) };
  }

  /** Notes whether the seat's person has paused a source. */
  pause(source: Source, paused: boolean): void {
    if (paused) this.#off.add(source);
    else this.#off.delete(source);
  }

  /**
   * Takes camera and sound from a program, in place of what one sent before.
   * @param sdp its offer
   * @returns the answer, and the transport that carries the media
   * @throws UnacceptableOffer
   */
  async take(sdp: string): Promise<{ answer: string; transport: types.WebRtcTransport }> {
    const offer = new Offer(sdp, withKnownExtensions(this.#router.rtpCapabilities));
    const isOff = (source: Source) => this.#off.has(source);
    const program: Ingest = await Ingest.open(this.#router, this.#webRtcServer, offer, isOff, {
      onChange: this.#onConnection,
      onEnd: () => {
        if (this.#program !== program) return;
        this.end();
        this.#onConnection();
      },
    });
    this.end();
    this.#program = program;
    return { answer: offer.answer(program.transport), transport: program.transport };
  }

  /** Whether a program is sending. */
  async isReceiving(): Promise<boolean> {
    return (await this.#program?.isReceiving()) ?? false;
  }

  end(): void {
    this.#program?.close();
    this.#program = null;
  }
}
