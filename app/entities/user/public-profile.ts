import type { ControlMode } from '#protocol/control-modes.ts';

/** The control modes a streamer offers: the pad only if it is enabled for them. */
export function offeredControlModes(streamer: {
  controlModes: readonly string[];
  padEnabled: boolean;
}): ControlMode[] {
  const offered: ControlMode[] = streamer.padEnabled ? ['VOICE', 'PAD'] : ['VOICE'];
  return offered.filter((mode) => streamer.controlModes.includes(mode));
}

/** About a kilometre, so that it shows where a streamer roams, not where they live. */
const PLACE_STEP = 0.01;

export type Place = { latitude: number; longitude: number };

/** A streamer's location as shown to others, rounded, in degrees. */
export function publicPlace(place: { latitude: number | null; longitude: number | null }): Place | null {
  if (place.latitude === null || place.longitude === null) return null;
  return { latitude: roundToStep(place.latitude), longitude: roundToStep(place.longitude) };
}

function roundToStep(degrees: number): number {
  return Math.round(degrees / PLACE_STEP) / Math.round(1 / PLACE_STEP);
}
