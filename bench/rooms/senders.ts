import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import type { Quality } from '#protocol/video-quality.ts';
import type { AnyFleet, Traffic } from './fleet.ts';

const SENDER = fileURLToPath(new URL('./sender.ts', import.meta.url));

/** Number of rooms to open; 0 only asks for the state, null ends the process. */
export const orderSchema = z.object({ open: z.int().min(0).nullable() });
/** State of all rooms of the process; `traffic` since the previous answer. */
const answerSchema = z.object({
  rooms: z.int(),
  traffic: z.object({ expected: z.number(), received: z.number(), bytes: z.number(), frames: z.number() }),
  pictures: z.array(z.number().nullable()),
  failures: z.array(z.string()),
});
type Order = z.input<typeof orderSchema>;
export type Answer = z.output<typeof answerSchema>;

type Sender = { process: ChildProcess; ended: Promise<never>; said: Answer };
const NOTHING = { expected: 0, received: 0, bytes: 0, frames: 0 };

/** Rooms like a `Fleet`'s, in several processes: the single thread of each carries about sixty. */
export class Senders implements AnyFleet {
  readonly #senders: readonly Sender[];

  constructor(count: number, server: string, quality: Quality) {
    this.#senders = Array.from({ length: count }, () => {
      const process = fork(SENDER, ['--server', server, '--quality', quality]);
      const ended = once(process, 'exit').then(([code]) => {
        throw new Error(`A process of senders has ended: ${code}`);
      });
      // Awaited only while an answer is pending.
      ended.catch(() => {});
      return { process, ended, said: { rooms: 0, traffic: NOTHING, pictures: [], failures: [] } };
    });
  }

  get pids(): number[] {
    return this.#senders.map(({ process }) => process.pid ?? 0);
  }

  get size(): number {
    return this.#senders.reduce((sum, { said }) => sum + said.rooms, 0);
  }

  get pictures(): (number | null)[] {
    return this.#senders.flatMap(({ said }) => said.pictures);
  }

  get failures(): string[] {
    return this.#senders.flatMap(({ said }) => said.failures);
  }

  async open(count: number): Promise<void> {
    const { length } = this.#senders;
    await Promise.all(
      this.#senders.map((sender, index) => ask(sender, { open: Math.floor((count + index) / length) })),
    );
  }

  async traffic(): Promise<Traffic> {
    await this.open(0);
    const all = { ...NOTHING };
    for (const { said } of this.#senders)
      for (const key of ['expected', 'received', 'bytes', 'frames'] as const) all[key] += said.traffic[key];
    return all;
  }

  async stop(): Promise<void> {
    await Promise.all(this.#senders.map((sender) => ask(sender, { open: null })));
    for (const { process } of this.#senders) process.disconnect();
  }
}

async function ask(sender: Sender, order: Order): Promise<void> {
  const answered = once(sender.process, 'message');
  sender.process.send(order);
  const [message] = await Promise.race([answered, sender.ended]);
  sender.said = answerSchema.parse(message);
}
