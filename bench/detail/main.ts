import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { whenParentIsGone } from '#scripts/processes/parent.ts';
import { ensureChromium } from '#scripts/testing/chromium.ts';
import { Cleanup } from '../call/cleanup.ts';
import { makeFilm } from './film.ts';
import { measure } from './measure.ts';
import { LEGEND, report } from './report.ts';
import { serveSite } from './site.ts';
import { WAYS, type Way } from './ways.ts';

const text = { type: 'string' } as const;
const OPTIONS = z
  .object({
    mbit: z.coerce.number().positive().default(3.5),
    seconds: z.coerce.number().min(5).max(120).default(20),
    /** The way there and back, in ms. */
    delay: z.coerce.number().min(0).default(30),
    /** The camera is in somebody's hand. */
    hand: z.boolean().default(false),
    /** An equirectangular picture instead of the textured one. */
    photo: z.string().nullable().default(null),
  })
  .parse(
    parseArgs({
      options: { mbit: text, seconds: text, delay: text, hand: { type: 'boolean' }, photo: text },
    }).values,
  );
const WIDTH = 3840;

/**
 * `npm run bench:detail [-- --mbit 3.5 --seconds 20 --delay 30 --hand --photo FILE]`: the picture in view of a camera of
 * 3840×1920 at the same bits, sent whole as today, and as a small whole beside the rectangle that is looked at
 * (docs/decisions/070-detail.md).
 */
async function benchDetail(): Promise<void> {
  const { mbit, seconds, delay, hand, photo } = OPTIONS;
  const cleanup = new Cleanup();
  whenParentIsGone(() => void cleanup.run().then(() => process.exit(1)));
  try {
    await ensureChromium(console.log);
    // A second of the film has 332 MB.
    const parent = await mkdtemp('/dev/shm/panocall-detail-').catch(() =>
      mkdtemp(join(tmpdir(), 'panocall-detail-')),
    );
    cleanup.add(() => rm(parent, { recursive: true, force: true }));
    const film = await makeFilm({ width: WIDTH, sways: hand, photo, folder: parent });
    const site = await serveSite(parent, cleanup);
    console.log(`${LEGEND}\n`);
    for (const way of Object.keys(WAYS).filter((name): name is Way => Object.hasOwn(WAYS, name))) {
      const task = { way, film, bitrate: mbit * 1e6, seconds, delay };
      console.log(report(way, await measure(task, site, cleanup)));
    }
  } finally {
    await cleanup.run();
  }
}

await benchDetail();
