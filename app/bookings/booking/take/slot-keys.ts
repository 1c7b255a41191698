const DAY_MS = 24 * 60 * 60_000;

/**
 * The slot that a key moves to: up and down to the previous and next one, left and right to the nearest time of the
 * previous and next day, Home and End to the first and last of the day.
 * @param days starts of the selectable slots, in ms since 1970, by day
 * @returns undefined if the key does not move
 */
export function slotByKey(days: readonly (readonly number[])[], at: number, key: string): number | undefined {
  const withSome = days.filter(({ length }) => length > 0);
  const all = withSome.flat();
  const nth = withSome.findIndex((day) => day.includes(at));
  switch (key) {
    case 'ArrowUp':
      return all[all.indexOf(at) - 1];
    case 'ArrowDown':
      return all[all.indexOf(at) + 1];
    case 'ArrowLeft':
      return nearest(withSome[nth - 1], at);
    case 'ArrowRight':
      return nearest(withSome[nth + 1], at);
    case 'Home':
      return withSome[nth]?.[0];
    case 'End':
      return withSome[nth]?.at(-1);
  }
}

/** The slot of a day nearest by time of day. */
function nearest(day: readonly number[] | undefined, at: number): number | undefined {
  const apart = (other: number) => {
    const ms = Math.abs(other - at) % DAY_MS;
    return Math.min(ms, DAY_MS - ms);
  };
  return day?.toSorted((one, other) => apart(one) - apart(other))[0];
}
