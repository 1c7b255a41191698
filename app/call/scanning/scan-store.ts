import { z } from 'zod';
import { createStore } from 'zustand/vanilla';

const STORAGE_KEY = 'panocall.scanning';

/** Choices of how long each control is highlighted. */
const INTERVALS_MS = [1_500, 2_000, 3_000, 1_000] as const;

const scanningSchema = z.object({ on: z.boolean(), intervalMs: z.literal(INTERVALS_MS) });

type Scanning = z.infer<typeof scanningSchema>;

/** Whether everything is controlled by one switch, and the highlight's pace: remembered on the device. */
export const scanStore = createStore<Scanning>()(stored);

export function setScanning(on: boolean): void {
  change({ on });
}

/** Chooses the next slower pace, and after the slowest one the fastest. */
export function changePace(): void {
  const at = INTERVALS_MS.indexOf(scanStore.getState().intervalMs);
  change({ intervalMs: INTERVALS_MS[(at + 1) % INTERVALS_MS.length] ?? INTERVALS_MS[0] });
}

function change(changed: Partial<Scanning>): void {
  scanStore.setState(changed);
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(scanStore.getState()));
  } catch {
    // Storage is disabled: the choice applies to this page only.
  }
}

function stored(): Scanning {
  try {
    return scanningSchema.parse(JSON.parse(localStorage.getItem(STORAGE_KEY) ?? ''));
  } catch {
    return { on: false, intervalMs: INTERVALS_MS[0] };
  }
}
