import type { Device } from 'mediasoup-client';
import type { Transport } from 'mediasoup-client/types';
import type { RealtimeClient } from '#app/realtime/client.ts';
import { dataLabelSchema, sourceSchema } from '#protocol/channel.ts';
import type { FrameTransforms } from '../encryption/call-encryption.ts';
import { ServerTransport, type ServerTransportHandlers } from './server-transport.ts';
import { videoCodecNames } from './video-codec.ts';

type Direction = 'send' | 'receive';

/** Longer than the interval between frames, in ms. */
const LAST_FRAME_MS = 250;

/** A seat's two transports, each created when first needed. */
export class Transports {
  readonly #realtime: Pick<RealtimeClient, 'request'>;
  readonly #device: Promise<Device>;
  readonly #handlers: ServerTransportHandlers;
  readonly #encryption: FrameTransforms | null;
  readonly #requested: Record<Direction, Promise<ServerTransport> | null> = { send: null, receive: null };
  readonly made: Record<Direction, ServerTransport | null> = { send: null, receive: null };
  #closed = false;

  constructor(
    realtime: Pick<RealtimeClient, 'request'>,
    device: Promise<Device>,
    handlers: ServerTransportHandlers,
    encryption: FrameTransforms | null,
  ) {
    this.#realtime = realtime;
    this.#device = device;
    this.#handlers = handlers;
    this.#encryption = encryption;
  }

  /** Whether one has been requested: the receive transport is always first. */
  get isRequested(): boolean {
    return this.#requested.receive !== null;
  }

  /**
   * Returns the transport, requesting it if needed. Rejects with a ProtocolError, or mediasoup-client's
   * UnsupportedError; the next call then requests it again.
   */
  get(direction: Direction): Promise<ServerTransport> {
    const requested = this.#requested[direction] ?? this.#make(direction);
    this.#requested[direction] = requested;
    requested.catch(() => {
      this.#requested[direction] = null;
    });
    return requested;
  }

  async #make(direction: Direction): Promise<ServerTransport> {
    const device = await this.#device;
    const [capabilities, create] =
      direction === 'send'
        ? ([device.sendRtpCapabilities, device.createSendTransport] as const)
        : ([device.recvRtpCapabilities, device.createRecvTransport] as const);
    const videoCodecs = videoCodecNames(capabilities);
    const said =
      direction === 'receive' ? { encryption: this.#encryption?.offer, takesScreen: true } : undefined;
    const options = await this.#realtime.request('createTransport', { direction, videoCodecs, ...said });
    const made = this.#wired(create.call(device, options));
    this.made[direction] = made;
    if (this.#closed) made.transport.close();
    return made;
  }

  #wired(transport: Transport): ServerTransport {
    transport.on('produce', ({ kind, rtpParameters, appData }, done, failed) => {
      const paused = appData.paused === true;
      const source = sourceSchema.parse(appData.source);
      this.#realtime
        .request('produce', { transportId: transport.id, kind, source, rtpParameters, paused })
        .then(({ producerId }) => done({ id: producerId }), failed);
    });
    transport.on('producedata', ({ sctpStreamParameters, label: name }, done, failed) => {
      const label = dataLabelSchema.parse(name);
      // mediasoup-client has set it, though its type does not say so.
      const { streamId = 0 } = sctpStreamParameters;
      this.#realtime
        .request('produceData', {
          transportId: transport.id,
          label,
          sctpStreamParameters: { ...sctpStreamParameters, streamId },
        })
        .then(({ dataProducerId }) => done({ id: dataProducerId }), failed);
    });
    return new ServerTransport(this.#realtime, transport, this.#handlers);
  }

  close(): void {
    this.#closed = true;
    this.made.send?.transport.close();
    // Readers of its tracks are waiting for a frame, and end after it: if the source were closed while a frame is on
    // its way, Chromium would drop that frame without closing it, about once in a hundred times.
    setTimeout(() => this.made.receive?.transport.close(), LAST_FRAME_MS);
  }
}
