import type { RealtimeClient } from '#app/realtime/client.ts';
import type { DataLabel } from '#protocol/channel.ts';
import type { ControlMode } from '#protocol/control-modes.ts';
import { ProtocolError } from '#protocol/errors.ts';
import type { RequestData } from '#protocol/messages.ts';
import {
  isPageMessageName,
  type PageMessage,
  pageMessageSchema,
  pageMessages,
  type RelayedData,
} from '#protocol/relayed.ts';
import { fromBase64, toBase64 } from '../encryption/base64.ts';
import type { CallEncryption } from '../encryption/call-encryption.ts';
import type { Data } from '../encryption/data-cipher.ts';
import type { DataChannels, Receive } from '../media/data-channels.ts';
import type { OutgoingMessage } from './said.ts';

type ExchangeOptions = {
  realtime: Pick<RealtimeClient, 'request'>;
  encryption: Pick<CallEncryption, 'seal' | 'open'>;
  channels: () => Pick<DataChannels, 'send'> | undefined;
  /** Whether the media server and the other page know `sealed`. */
  takesSealed: () => boolean;
  /** The ways in which this side's person may be directed. */
  offers: () => readonly ControlMode[] | null;
  hear: (heard: PageMessage) => void;
  receive: Receive;
};

/** What the two pages send each other besides media, encrypted if media is. */
export class Exchange {
  readonly #options: ExchangeOptions;
  /** Messages are heard in the order in which they came. */
  #opened: Promise<unknown> = Promise.resolve();

  constructor(options: ExchangeOptions) {
    this.#options = options;
  }

  /** Rejects with a ProtocolError if the other side, or the server, cannot receive now: UNAVAILABLE, WRONG_STATE. */
  async say<N extends OutgoingMessage>(name: N, data: RequestData<N>): Promise<void> {
    const { realtime, encryption, takesSealed } = this.#options;
    const sealed =
      isPageMessageName(name) && (await encryption.seal('messages', JSON.stringify({ name, data })));
    if (sealed instanceof ArrayBuffer) {
      // Never in the clear instead: a dishonest server could say that it is old.
      if (!takesSealed()) throw new ProtocolError('UNAVAILABLE');
      await realtime.request('sealed', { data: toBase64(new Uint8Array(sealed)) });
    } else await realtime.request(name, data);
  }

  /** @param message as the server has passed it on */
  hear(message: PageMessage | { name: 'sealed'; data: RelayedData<'sealed'> }): void {
    const opened = this.#opened.then(() => this.#open(message));
    this.#opened = opened;
    void opened.then((heard) => {
      const { mode } = heard ? pageMessages[heard.name] : { mode: null };
      // The server cannot read whether it is a direction.
      if (heard && (!mode || this.#options.offers()?.includes(mode))) this.#options.hear(heard);
    });
  }

  /** Null if it is not from the other page, or not a `PageMessage`. */
  async #open(
    message: PageMessage | { name: 'sealed'; data: RelayedData<'sealed'> },
  ): Promise<PageMessage | null> {
    try {
      const data = message.name === 'sealed' ? fromBase64(message.data.data).buffer : JSON.stringify(message);
      const opened = await this.#options.encryption.open('messages', data);
      return typeof opened === 'string' ? pageMessageSchema.parse(JSON.parse(opened)) : null;
    } catch {
      return null;
    }
  }

  /** Rejects if nothing can be sent now; what is sent may be lost all the same. */
  async send(label: DataLabel, data: Data): Promise<void> {
    const channels = this.#options.channels();
    if (!channels) throw new ProtocolError('UNAVAILABLE');
    await channels.send(label, await this.#options.encryption.seal(label, data));
  }

  /** Takes what a data channel has brought. */
  async receive(label: DataLabel, data: Data): Promise<void> {
    const opened = await this.#options.encryption.open(label, data);
    if (opened !== null) this.#options.receive(label, opened);
  }
}
