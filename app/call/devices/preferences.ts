import { z } from 'zod';
import { projectionSchema, qualitySchema } from '#protocol/camera.ts';
import { NO_DEVICE } from './devices.ts';

const STORAGE_KEY = 'panocall.call';

/** What a person chose, kept for the tab so that a reload during a call comes back as it was. */
const preferencesSchema = z.object({
  /** A device id, `none`, or null for the system's own choice. */
  cameraId: z.string().nullable(),
  microphoneId: z.string().nullable(),
  /** Null: whatever the camera's picture looks like. */
  projection: projectionSchema.nullable(),
  quality: qualitySchema,
});

export type Preferences = z.infer<typeof preferencesSchema>;

const defaults: Preferences = { cameraId: null, microphoneId: null, projection: null, quality: 'MEDIUM' };

/** Phones that cannot, and browsers that may not, remember start from the defaults. */
export function loadPreferences(): Preferences {
  try {
    return preferencesSchema.parse(JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? ''));
  } catch {
    return defaults;
  }
}

export function savePreferences(preferences: Preferences): void {
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify(preferences));
  } catch {
    // Storage is switched off: the choice holds for this page only.
  }
}

/** A device that was chosen but is no longer there gives way to the system's own choice. */
export function presentOrDefault(id: string | null, options: readonly { id: string }[]): string | null {
  return id === NO_DEVICE || options.some((option) => option.id === id) ? id : null;
}
