import type { KeyedRoom } from '#protocol/keyed-room.ts';
import { chooseProjection, chooseQuality } from '../devices/device-store.ts';
import { chooseStreamed } from '../devices/open-devices.ts';
import { loadPreferences } from '../devices/preferences.ts';

/** Applies the room creator's wishes to the host's devices, unless the host has chosen otherwise in this tab. */
export function followWishes({ projection, quality, ingest }: KeyedRoom): void {
  const chosen = loadPreferences();
  if (ingest && chosen.cameraId === null) chooseStreamed();
  if (projection !== null && chosen.projection === null) chooseProjection(projection);
  if (quality !== null && chosen.quality === null) chooseQuality(quality);
}
