import { z } from 'zod';
import { type Measures, measuresSchema } from './measures.ts';

const STORAGE_KEY = 'panocall.checks';
/** Raised when earlier results are no longer valid. */
const VERSION = 2;
const WEEK_MS = 7 * 24 * 3_600_000;

/** `at`: ms since 1970. `measures`: null if the check was put off. */
const rememberedSchema = z.object({ at: z.number(), measures: measuresSchema.nullable() });
const storedSchema = z.object({
  version: z.literal(VERSION),
  cameras: z.record(z.string(), rememberedSchema),
});

export type Remembered = z.infer<typeof rememberedSchema>;

/** The checks of the last week, by the camera's label. */
function stored(now: number): Record<string, Remembered> {
  try {
    const { cameras } = storedSchema.parse(JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '{}'));
    // The clock may have been set back.
    return Object.fromEntries(
      Object.entries(cameras).filter(([, { at }]) => at <= now && now - at < WEEK_MS),
    );
  } catch {
    return {};
  }
}

/** The last results for a camera on this device; null if there are none or they are more than a week old. */
export function recall(label: string, now = Date.now()): Remembered | null {
  return stored(now)[label] ?? null;
}

/** @param measures null if the check was put off */
export function remember(label: string, measures: Measures | null, now = Date.now()): void {
  try {
    const cameras = { ...stored(now), [label]: { at: now, measures } };
    localStorage.setItem(STORAGE_KEY, JSON.stringify({ version: VERSION, cameras }));
  } catch {
    // Storage is disabled: the check is offered again.
  }
}
