/**
 * Finds the narrowest strip of the world that contains longitudes, also across the date line: 179° and −179° are two
 * degrees apart.
 * @param longitudes in degrees, from −180 to 180
 * @returns moves a longitude by a whole turn, if needed, so that those of the strip follow each other
 */
export function narrowest(longitudes: readonly number[]): (longitude: number) => number {
  const sorted = longitudes.toSorted((one, other) => one - other);
  // The strip begins after the widest gap. The gap before the first longitude is that across the date line.
  let [start = -180, widest] = [sorted[0], (sorted[0] ?? 0) + 360 - (sorted.at(-1) ?? 0)];
  for (const [nth, longitude] of sorted.entries()) {
    const gap = longitude - (sorted[nth - 1] ?? longitude);
    if (gap > widest) [start, widest] = [longitude, gap];
  }
  return (longitude) => (longitude < start ? longitude + 360 : longitude);
}
