/** How a viewer can direct a streamer. */
export type ControlMode = 'VOICE' | 'PAD';

/** The ways to be directed that a streamer offers: the pad only where it is enabled for them. */
export function offeredControlModes(streamer: {
  controlModes: readonly string[];
  padEnabled: boolean;
}): ControlMode[] {
  const offered: ControlMode[] = streamer.padEnabled ? ['VOICE', 'PAD'] : ['VOICE'];
  return offered.filter((mode) => streamer.controlModes.includes(mode));
}

/** What decides whether a streamer is shown. */
export type Displayable = {
  id: string;
  roles: readonly { rolename: string }[];
  controlModes: readonly string[];
  padEnabled: boolean;
  prices: readonly unknown[];
  blockedUsers: readonly { id: string }[];
};

/**
 * Whether a viewer is shown a streamer: who has the role, a way to be directed and a price, is not the viewer, and
 * neither of the two has blocked the other. `validForDisplay` is the same rule for queries; a test holds them together.
 * @param viewer null where nobody is signed in
 */
export function isValidForDisplay(
  streamer: Displayable,
  viewer: { id: string; blockedUsers: readonly { id: string }[] } | null,
): boolean {
  const isOffering =
    streamer.roles.some(({ rolename }) => rolename === 'PRODUCER') &&
    offeredControlModes(streamer).length > 0 &&
    streamer.prices.length > 0;
  if (!viewer) return isOffering;
  const areApart =
    viewer.blockedUsers.some(({ id }) => id === streamer.id) ||
    streamer.blockedUsers.some(({ id }) => id === viewer.id);
  return isOffering && streamer.id !== viewer.id && !areApart;
}

/** About a kilometre: where a streamer roams, not where they live. */
const PLACE_STEP = 0.01;

export type Place = { latitude: number; longitude: number };

/** What other people learn of a streamer's place, in degrees. */
export function publicPlace(place: { latitude: number | null; longitude: number | null }): Place | null {
  if (place.latitude === null || place.longitude === null) return null;
  return { latitude: roundToStep(place.latitude), longitude: roundToStep(place.longitude) };
}

function roundToStep(degrees: number): number {
  return Math.round(degrees / PLACE_STEP) / Math.round(1 / PLACE_STEP);
}
