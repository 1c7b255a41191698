import { createSocket } from 'node:dgram';
import { connect as connectTcp, isIP, isIPv6, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect as connectTls } from 'node:tls';
import { decode, type Encoded, messageBytes, type StunMessage } from './stun.ts';

type Protocol = 'udp' | 'tcp' | 'tls';

/** Destination of STUN messages. */
export interface Target {
  protocol: Protocol;
  host: string;
  port: number;
  /** ICE precedes each message with its length (RFC 4571); TURN does not. */
  framed?: boolean;
}

const ANSWER_WITHIN_MS = 4_000;
/** UDP loses messages, so requests are repeated. */
const REPEAT_MS = 500;

/** A connection for STUN messages in both directions. */
export class StunLine {
  /** Why the certificate is not trusted; null if it is, or without TLS. */
  readonly distrust: string | null;
  readonly #write: (bytes: Buffer) => void;
  readonly #end: () => void;
  readonly #repeats: boolean;
  readonly #heard = new Set<(message: StunMessage) => void>();

  private constructor(line: {
    write: (bytes: Buffer) => void;
    end: () => void;
    repeats: boolean;
    distrust?: string | null;
  }) {
    this.#write = line.write;
    this.#end = line.end;
    this.#repeats = line.repeats;
    this.distrust = line.distrust ?? null;
  }

  /** @throws Error if the target is unreachable */
  static async open(target: Target): Promise<StunLine> {
    return target.protocol === 'udp' ? StunLine.#overUdp(target) : StunLine.#overStream(target);
  }

  static async #overUdp({ host, port }: Target): Promise<StunLine> {
    const socket = createSocket(isIPv6(host) ? 'udp6' : 'udp4');
    // A closed port answers by ICMP, which counts as no answer.
    socket.on('error', () => {});
    const repeats = true;
    const write = (bytes: Buffer) => socket.send(bytes, port, host);
    const line = new StunLine({ write, end: () => socket.close(), repeats });
    socket.on('message', (bytes) => line.#hear(bytes));
    return line;
  }

  static async #overStream({ protocol, host, port, framed = false }: Target): Promise<StunLine> {
    const name = isIP(host) ? {} : { servername: host };
    const secure = protocol === 'tls' ? connectTls({ host, port, ...name, rejectUnauthorized: false }) : null;
    const socket: Socket = secure ?? connectTcp({ host, port });
    socket.setTimeout(ANSWER_WITHIN_MS, () => socket.destroy(new Error('no answer')));
    await new Promise<void>((resolve, reject) => {
      socket.once(secure ? 'secureConnect' : 'connect', resolve);
      socket.once('error', reject);
    });
    socket.on('error', () => {});
    const write = (bytes: Buffer) => {
      const length = Buffer.alloc(framed ? 2 : 0);
      if (framed) length.writeUInt16BE(bytes.length);
      socket.write(Buffer.concat([length, bytes]));
    };
    const distrust = secure && !secure.authorized ? String(secure.authorizationError) : null;
    const line = new StunLine({ write, end: () => socket.destroy(), repeats: false, distrust });
    let received: Buffer = Buffer.alloc(0);
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk]);
      const before = framed ? 2 : 0;
      for (;;) {
        const length = messageBytes(received.subarray(before));
        if (length === null || received.length < before + length) return;
        line.#hear(received.subarray(before, before + length));
        received = received.subarray(before + length);
      }
    });
    return line;
  }

  /** @returns the answer, or null if none arrives */
  ask(request: Encoded): Promise<StunMessage | null> {
    return this.#until(request, ({ transaction }) => transaction === request.transaction);
  }

  /** Sends an indication, which has no answer. @returns the first message accepted by `isWanted`, or null */
  send(indication: Encoded, isWanted: (message: StunMessage) => boolean): Promise<StunMessage | null> {
    return this.#until(indication, isWanted);
  }

  close(): void {
    this.#end();
  }

  async #until(sent: Encoded, isWanted: (message: StunMessage) => boolean): Promise<StunMessage | null> {
    const over = new AbortController();
    let listener = (_message: StunMessage) => {};
    const wanted = new Promise<StunMessage>((resolve) => {
      listener = (message) => isWanted(message) && resolve(message);
      this.#heard.add(listener);
    });
    const late = sleep(ANSWER_WITHIN_MS, null, { signal: over.signal }).catch(() => null);
    this.#write(sent.bytes);
    const repeat = this.#repeats ? setInterval(() => this.#write(sent.bytes), REPEAT_MS) : undefined;
    const answer = await Promise.race([wanted, late]);
    clearInterval(repeat);
    over.abort();
    this.#heard.delete(listener);
    return answer;
  }

  #hear(bytes: Buffer): void {
    const message = decode(bytes);
    if (message) for (const listener of this.#heard) listener(message);
  }
}
