import type { KeyedRoom } from '#protocol/keyed-room.ts';
import { chooseProjection, chooseQuality } from '../devices/device-store.ts';
import { loadPreferences } from '../devices/preferences.ts';

/** Has the host send what the room's maker wishes, unless they have chosen otherwise in this tab. */
export function followWishes({ projection, quality }: KeyedRoom): void {
  const chosen = loadPreferences();
  if (projection !== null && chosen.projection === null) chooseProjection(projection);
  if (quality !== null && chosen.quality === 'DEFAULT') chooseQuality(quality);
}
