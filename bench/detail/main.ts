import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { whenParentIsGone } from '#scripts/processes/parent.ts';
import { ensureChromium } from '#scripts/testing/chromium.ts';
import { Cleanup } from '../call/cleanup.ts';
import { CALL_LEGEND, CALL_WAYS, measureCall, openStage } from './call.ts';
import { type Film, makeFilm } from './film.ts';
import { measure } from './measure.ts';
import { LEGEND, report } from './report.ts';
import { serveSite } from './site.ts';
import { WAYS } from './ways.ts';

const text = { type: 'string' } as const;
const OPTIONS = z
  .object({
    mbit: z.coerce.number().positive().default(3.5),
    seconds: z.coerce.number().min(5).max(120).default(20),
    /** The ways there and back, in ms. */
    delay: z
      .string()
      .default('30')
      .transform((list) => list.split(',').map(Number))
      .pipe(z.array(z.number().min(0))),
    /** The camera is in somebody's hand. */
    hand: z.boolean().default(false),
    /** In calls, and in their guest's canvas. */
    call: z.boolean().default(false),
    /** Of the camera, in pixels. */
    width: z.coerce
      .number()
      .pipe(z.literal([3840, 5760]))
      .default(3840),
    /** An equirectangular picture instead of the textured one. */
    photo: z.string().nullable().default(null),
  })
  .parse(
    parseArgs({
      options: {
        ...{ mbit: text, seconds: text, delay: text, width: text, photo: text },
        ...{ hand: { type: 'boolean' }, call: { type: 'boolean' } },
      },
    }).values,
  );

/**
 * `npm run bench:detail [-- --mbit 3.5 --seconds 20 --delay 30,150 --hand --photo FILE] [--call [--width 5760]]`: the picture
 * in view of a 360° camera at the same bits, sent whole as today, and as a small whole beside the rectangle that is
 * looked at (docs/decisions/070-detail.md). Between two bare pages it measures what the encoding alone is worth, in
 * calls what a guest sees, with all that the product and the machine add.
 */
async function benchDetail(): Promise<void> {
  const { hand, photo, call, width } = OPTIONS;
  const cleanup = new Cleanup();
  const stop = () => void cleanup.run().then(() => process.exit(1));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
  whenParentIsGone(stop);
  try {
    await ensureChromium(console.log);
    // A second of the film has 332 MB, or more.
    const folder = await mkdtemp('/dev/shm/panocall-detail-').catch(() =>
      mkdtemp(join(tmpdir(), 'panocall-detail-')),
    );
    cleanup.add(() => rm(folder, { recursive: true, force: true }));
    const film = await makeFilm({ width, sways: hand, photo, folder });
    await (call ? benchCalls(film, cleanup) : benchPages(film, folder, cleanup));
  } finally {
    await cleanup.run();
  }
}

async function benchPages(film: Film, folder: string, cleanup: Cleanup): Promise<void> {
  const { mbit, seconds } = OPTIONS;
  const site = await serveSite(folder, cleanup);
  console.log(`${LEGEND}\n`);
  for (const { way, delay } of waysOf(WAYS)) {
    const task = { way, film, bitrate: mbit * 1e6, seconds, delay };
    console.log(report(`${way}, ${delay} ms`, await measure(task, site, cleanup)));
  }
}

async function benchCalls(film: Film, cleanup: Cleanup): Promise<void> {
  const { mbit, seconds } = OPTIONS;
  const stage = await openStage(cleanup);
  console.log(`${LEGEND}\n${CALL_LEGEND}\n`);
  for (const { way, delay } of waysOf(CALL_WAYS)) {
    const result = await measureCall({ way, film, mbit, seconds, delay }, stage, cleanup);
    console.log(report(`${way}, ${delay} ms`, result));
  }
}

/** Each way with each delay; the whole alone does not depend on where the viewer looks. */
function waysOf<Way extends string>(ways: Record<Way, unknown>): { way: Way; delay: number }[] {
  const names = Object.keys(ways).filter((name): name is Way => Object.hasOwn(ways, name));
  return names.flatMap((way) =>
    OPTIONS.delay.slice(0, way === 'detail' ? undefined : 1).map((delay) => ({ way, delay })),
  );
}

await benchDetail();
