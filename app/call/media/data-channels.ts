import type { DataConsumer, DataProducer, DataProducerOptions } from 'mediasoup-client/types';
import type { RealtimeClient } from '#app/realtime/client.ts';
import type { DataLabel, DataProducerState } from '#protocol/channel.ts';
import { ProtocolError } from '#protocol/errors.ts';
import type { Data } from '../encryption/data-cipher.ts';
import type { Transports } from './transports.ts';

/** Called with the data of the other side's data channels. */
export type Receive = (label: DataLabel, data: Data) => void;

type DataChannelsOptions = {
  realtime: Pick<RealtimeClient, 'request'>;
  transports: Transports;
  onData: Receive;
};

const RELIABILITY: Record<DataLabel, Pick<DataProducerOptions, 'ordered' | 'maxRetransmits'>> = {
  files: { ordered: true },
  gaze: { ordered: false, maxRetransmits: 0 },
};

/**
 * A seat's data channels, each opened when something is first sent. Data may be lost: while the other side's channel is
 * not open, when a connection is replaced, and when the server's buffer is full.
 */
export class DataChannels {
  readonly #options: DataChannelsOptions;
  readonly #producers = new Map<DataLabel, Promise<DataProducer>>();
  /** By the id of the other side's producer. */
  readonly #consumers = new Map<string, Promise<DataConsumer>>();

  constructor(options: DataChannelsOptions) {
    this.#options = options;
  }

  /**
   * Sends data. Rejects with a ProtocolError, or an error of the browser or mediasoup-client, if that is impossible
   * now.
   */
  async send(label: DataLabel, data: Data): Promise<void> {
    const producer = await this.#opened(label);
    if (producer.readyState !== 'open') throw new ProtocolError('UNAVAILABLE');
    // Skipped on a slow connection: the next one will be newer.
    if (label === 'gaze' && producer.bufferedAmount > 0) return;
    producer.send(data);
  }

  #opened(label: DataLabel): Promise<DataProducer> {
    const opened = this.#producers.get(label) ?? this.#open(label);
    this.#producers.set(label, opened);
    const forget = () => {
      if (this.#producers.get(label) === opened) this.#producers.delete(label);
    };
    opened.then((producer) => producer.observer.once('close', forget), forget);
    return opened;
  }

  async #open(label: DataLabel): Promise<DataProducer> {
    const { transport } = await this.#options.transports.get('send');
    const producer = await transport.produceData({ label, ...RELIABILITY[label] });
    if (producer.readyState === 'connecting')
      await new Promise<void>((resolve) => {
        producer.once('open', resolve);
        producer.observer.once('close', resolve);
      });
    return producer;
  }

  /**
   * Consumes the other side's current data producers and closes consumers of former ones. What fails is tried again on
   * the next change of the room: it does not end the call.
   */
  async consume(producers: readonly DataProducerState[]): Promise<void> {
    const wanted = new Set(producers.map(({ id }) => id));
    for (const [producerId, consumer] of this.#consumers) {
      if (wanted.has(producerId)) continue;
      this.#consumers.delete(producerId);
      consumer.then(
        (gone) => gone.close(),
        () => {},
      );
    }
    const added = producers.filter(({ id }) => !this.#consumers.has(id));
    await Promise.all(added.map(({ id }) => this.#start(id)));
  }

  async #start(dataProducerId: string): Promise<void> {
    const opening = this.#receive(dataProducerId);
    this.#consumers.set(dataProducerId, opening);
    try {
      const consumer = await opening;
      if (!this.#consumers.has(dataProducerId)) consumer.close();
    } catch {
      this.#consumers.delete(dataProducerId);
    }
  }

  async #receive(dataProducerId: string): Promise<DataConsumer> {
    const { realtime, transports, onData } = this.#options;
    const { transport } = await transports.get('receive');
    const { dataConsumerId: id, label, ...offer } = await realtime.request('consumeData', { dataProducerId });
    const consumer = await transport.consumeData({ id, dataProducerId, label, ...offer });
    consumer.binaryType = 'arraybuffer';
    consumer.on('message', (data: unknown) => {
      if (typeof data === 'string' || data instanceof ArrayBuffer) onData(label, data);
    });
    return consumer;
  }

  /** Forgets all channels, which were closed with their transports. */
  clear(): void {
    this.#producers.clear();
    this.#consumers.clear();
  }
}
