import type { types } from 'mediasoup';
import type { DataLabel, DataProducerState } from '#protocol/channel.ts';
import { dataLabelSchema } from '#protocol/channel.ts';
import { ProtocolError } from '#protocol/errors.ts';
import type { RequestData, ResponseData } from '#protocol/messages.ts';
import { checked } from './checked.ts';

/** Data channels of one seat: at most one producer per label, and one consumer per producer of the other seat. */
export class SeatData {
  readonly #producers = new Map<DataLabel, types.DataProducer>();
  /** By the id of the consumed producer. */
  readonly #consumers = new Map<string, types.DataConsumer>();

  /** In a fixed order, so that equal states compare equal. */
  get producers(): DataProducerState[] {
    return dataLabelSchema.options.flatMap((label) => {
      const producer = this.#producers.get(label);
      return producer ? [{ id: producer.id, label }] : [];
    });
  }

  async produce(
    transport: types.WebRtcTransport,
    { label, sctpStreamParameters }: RequestData<'produceData'>,
  ): Promise<string> {
    const producer = await checked(
      'sctpStreamParameters',
      transport.produceData({ label, sctpStreamParameters }),
    );
    this.#producers.get(label)?.close();
    this.#producers.set(label, producer);
    return producer.id;
  }

  /** @param source the seat that the producer must belong to */
  async consume(
    transport: types.WebRtcTransport,
    dataProducerId: string,
    source: SeatData,
  ): Promise<ResponseData<'consumeData'>> {
    const label = source.producers.find(({ id }) => id === dataProducerId)?.label;
    if (!label) throw new ProtocolError('NOT_FOUND');
    const consumer = await checked('dataProducerId', transport.consumeData({ dataProducerId }));
    const { sctpStreamParameters } = consumer;
    // Always present on a transport with SCTP.
    if (!sctpStreamParameters) throw new Error('a data consumer without a stream');
    this.#consumers.get(dataProducerId)?.close();
    this.#consumers.set(dataProducerId, consumer);
    consumer.observer.once('close', () => {
      if (this.#consumers.get(dataProducerId) === consumer) this.#consumers.delete(dataProducerId);
    });
    return { dataConsumerId: consumer.id, label, sctpStreamParameters };
  }

  /** Removes what was on the transport of this direction, which has been closed. */
  clear(direction: 'send' | 'receive'): void {
    if (direction === 'send') this.#producers.clear();
    else this.#consumers.clear();
  }
}
