import { z } from 'zod';
import { controlModesSchema } from '#protocol/control-modes.ts';
import { projectionSchema } from '#protocol/projection.ts';
import { qualityChoiceSchema } from '#protocol/video-quality.ts';
import { NO_DEVICE } from './devices.ts';
import { soundSchema } from './sound.ts';

const STORAGE_KEY = 'panocall.call';
/** Present if the background is to be blurred. */
const BLUR_KEY = 'panocall.blur';

/** The person's choices, kept for the tab so that a reload during a call restores them. */
const preferencesSchema = z.object({
  /** A device id, `none`, or null for the system's default. */
  cameraId: z.string().nullable(),
  microphoneId: z.string().nullable(),
  /** Empty: the system's default. */
  speakerId: z.string().default(''),
  /** Null: proposed from the camera's picture. */
  projection: projectionSchema.nullable(),
  /** Null: not chosen. */
  quality: qualityChoiceSchema.nullable(),
  /** Null: the browser's own setting. */
  saveData: z.boolean().nullable().default(null),
  /** Null: not chosen. */
  sound: soundSchema.nullable().default(null),
  /** How the guest of the room last hosted may direct this person; null before the first answer. */
  directed: z.object({ token: z.string(), modes: controlModesSchema }).nullable().default(null),
  /** The room to which a program sends this person's camera. */
  streamedRoom: z.string().nullable().default(null),
  /** The address of the camera last pulled, as it was typed. */
  pulledAddress: z.string().default(''),
  /** How directions are signalled to a host besides being shown. */
  speaksDirections: z.boolean().default(false),
  vibratesDirections: z.boolean().default(false),
  /** Whether a guest with voice control speaks all the time, or while holding a button. */
  talk: z.enum(['open', 'push']).default('open'),
  /** This browser listens for spoken directions. */
  hearsDirections: z.boolean().default(false),
  /** Shows what the other person says. */
  captions: z.boolean().default(false),
  /** Sends the direction of view to the other side. */
  tellsGaze: z.boolean().default(true),
  /** Has the other side send the part of its picture that is looked at in full detail. */
  wantsDetail: z.boolean().default(true),
  /** Lets the other side turn this side's view of its picture. */
  comesAlong: z.boolean().default(false),
  /** Single-key shortcuts are on. */
  shortcuts: z.boolean().default(true),
  /** The id of the direction relay's board; null: the default. */
  relayBoard: z.string().nullable().default(null),
});

export type Preferences = z.infer<typeof preferencesSchema>;

const defaults: Preferences = {
  cameraId: null,
  microphoneId: null,
  speakerId: '',
  projection: null,
  quality: null,
  saveData: null,
  sound: null,
  directed: null,
  streamedRoom: null,
  pulledAddress: '',
  speaksDirections: false,
  vibratesDirections: false,
  talk: 'open',
  hearsDirections: false,
  captions: false,
  tellsGaze: true,
  wantsDetail: true,
  comesAlong: false,
  shortcuts: true,
  relayBoard: null,
};

/** Falls back to the defaults if storage is unavailable. */
export function loadPreferences(): Preferences {
  try {
    return preferencesSchema.parse(JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? ''));
  } catch {
    return defaults;
  }
}

export function changePreferences(change: Partial<Preferences>): void {
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify({ ...loadPreferences(), ...change }));
  } catch {
    // Storage is disabled: the choice applies to this page only.
  }
}

/**
 * Whether to blur the background. Stored on this device, as the next call may be in the same place. False by default,
 * and without storage.
 */
export function loadBlur(): boolean {
  try {
    return localStorage.getItem(BLUR_KEY) !== null;
  } catch {
    return false;
  }
}

export function saveBlur(blur: boolean): void {
  try {
    if (blur) localStorage.setItem(BLUR_KEY, 'on');
    else localStorage.removeItem(BLUR_KEY);
  } catch {
    // Storage is disabled: the choice applies to this page only.
  }
}

/** Replaces a device that no longer exists by the system's default. */
export function presentOrDefault(id: string | null, options: readonly { id: string }[]): string | null {
  return id === NO_DEVICE || options.some((option) => option.id === id) ? id : null;
}
