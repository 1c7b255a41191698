import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { QUALITIES, qualitySchema } from '#protocol/video-quality.ts';
import { freePort } from '#scripts/processes/ports.ts';
import { root } from '#scripts/stack/settings.ts';
import { startStack } from '#scripts/testing/stack.ts';
import type { OpenRoom } from './contender.ts';
import { limitToShare } from './core-share.ts';
import { encodeFilm, encodeFlv, type Frame } from './film.ts';
import { Fleet } from './fleet.ts';
import { startJanus } from './janus.ts';
import { type HostSender, openRoom } from './panocall-room.ts';
import { plot, type Result, report } from './report.ts';
import { mostRooms, steadyRooms } from './runs.ts';
import { Senders } from './senders.ts';
import { type Parts, partsOf, SENDERS } from './usage.ts';

const USAGE = `
npm run load -- [--server https://…] [--rooms 50] [--quality ${QUALITIES.join('|')}] [--minutes 2] [--by browser|whip|rtmp]
  Rooms on a server, each with a host who sends the tests' 360° film and sound and a guest who sends sound, over real
  WebSockets, DTLS and SRTP, without browsers. They come during the first quarter of the time; in the second and third a quarter
  of them leave and others come. With --by, a program sends the host's camera and sound, by WHIP or RTMP. Without --server, one
  of its own is started.
npm run load -- --most [--quality …]
  More and more rooms until 0.1 % of the packets are lost: with one media worker of our own, and with Janus, each on a quarter of
  a core. Takes root, on Linux.
npm run load -- --most --senders 12 [--rooms 50] [--quality …]
  The same with all of our media workers and without that limit. Senders and receivers are in so many processes; it begins with so
  many rooms.
`;

const optionsSchema = z.object({
  server: z.url({ protocol: /^https?$/ }).optional(),
  rooms: z.coerce.number().int().min(1).max(10_000).default(50),
  quality: qualitySchema.default('MEDIUM'),
  minutes: z.coerce
    .number()
    .min(0.1)
    .max(24 * 60)
    .default(2),
  by: z.enum(['browser', 'whip', 'rtmp']).default('browser'),
  most: z.boolean().default(false),
  senders: z.coerce.number().int().min(1).max(256).optional(),
});
type Options = z.output<typeof optionsSchema>;

const RESULTS = join(root, 'test-results');

async function load(): Promise<void> {
  const options = readOptions();
  const film = await encodeFilm(options.quality);
  const results: Result[] = [];
  if (options.most && options.senders) {
    results.push(await onAllCores(options, options.senders));
  } else if (options.server) {
    const by = await senderOf(options);
    const open: OpenRoom = (sent) => openRoom(options.server ?? '', options.quality, { ...sent, by });
    results.push({ name: options.server, ...(await steadyRooms(open, film, options, () => new Map())) });
  } else {
    results.push(await onOwnServer(options, film));
    if (options.most) results.push(await onJanus(film));
  }
  for (const result of results) console.log(report(result));
  await mkdir(RESULTS, { recursive: true });
  await writeFile(join(RESULTS, 'load.json'), JSON.stringify({ options, results }, null, 2));
  await writeFile(join(RESULTS, 'load.svg'), plot(results));
  console.log('\nAlso in test-results/load.json and test-results/load.svg');
}

async function onOwnServer(options: Options, film: readonly Frame[]): Promise<Result> {
  const workers: Record<string, string> = options.most ? { MEDIA_WORKERS: '1' } : {};
  // All clients share this machine's address.
  const RTMP_PORT = String(await freePort());
  const stack = await startStack({ RATE_LIMITS: 'off', LOG_LEVEL: 'warn', RTMP_PORT, ...workers });
  let free: (() => Promise<void>) | undefined;
  try {
    const by = await senderOf(options);
    const open: OpenRoom = (sent) => openRoom(stack.origin, options.quality, { ...sent, by });
    const parts = () => partsOf(stack.pid);
    if (options.most) free = await limitToShare(parts().get('media worker')?.[0] ?? 0);
    const run = options.most
      ? mostRooms(new Fleet(open, film), parts)
      : steadyRooms(open, film, options, parts);
    return { name: 'Panocall', ...(await run) };
  } finally {
    await stack.stop();
    await free?.();
  }
}

async function onAllCores({ quality, rooms }: Options, count: number): Promise<Result> {
  const stack = await startStack({ RATE_LIMITS: 'off', LOG_LEVEL: 'warn' });
  try {
    const senders = new Senders(count, stack.origin, quality);
    const parts = () => partsOf(stack.pid).set(SENDERS, senders.pids);
    return { name: 'Panocall', ...(await mostRooms(senders, parts, rooms)) };
  } finally {
    await stack.stop();
  }
}

async function onJanus(film: readonly Frame[]): Promise<Result> {
  const janus = await startJanus();
  let free: (() => Promise<void>) | undefined;
  try {
    free = await limitToShare(janus.pid);
    const parts: Parts = new Map([['Janus', [janus.pid]]]);
    return { name: 'Janus', ...(await mostRooms(new Fleet(janus.openRoom, film), () => parts)) };
  } finally {
    await janus.stop();
    await free?.();
  }
}

async function senderOf({ by, quality }: Options): Promise<HostSender> {
  if (by !== 'rtmp') return by;
  const file = join(await mkdtemp(join(tmpdir(), 'panocall-')), 'film.flv');
  await encodeFlv(quality, file);
  return { rtmp: file };
}

function readOptions(): Options {
  const types = { type: 'string' } as const;
  try {
    const { values } = parseArgs({
      options: {
        server: types,
        rooms: types,
        quality: types,
        minutes: types,
        by: types,
        senders: types,
        most: { type: 'boolean' },
      },
    });
    return optionsSchema.parse(values);
  } catch (error) {
    const problem = error instanceof z.ZodError ? z.prettifyError(error) : String(error);
    console.error(`${problem}\n${USAGE}`);
    process.exit(1);
  }
}

await load();
// libdatachannel's threads would keep the process alive.
process.exit(0);
