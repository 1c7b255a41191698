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
const LOCATION_STEP = 0.01;

export type Location = { latitude: number; longitude: number };

/** A streamer's location as shown to others, rounded, in degrees. */
export function publicLocation(location: {
  latitude: number | null;
  longitude: number | null;
}): Location | null {
  if (location.latitude === null || location.longitude === null) return null;
  return { latitude: roundToStep(location.latitude), longitude: roundToStep(location.longitude) };
}

function roundToStep(degrees: number): number {
  return Math.round(degrees / LOCATION_STEP) / Math.round(1 / LOCATION_STEP);
}
