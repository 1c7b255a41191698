/**
 * Caches the results of `make` per list of arguments, which must be few. For `Intl` formatters: creating them takes far
 * longer than using them, a fifth of the time to render the list of streamers.
 */
export function makeOnce<Of extends (string | number)[], Thing>(make: (...of: Of) => Thing) {
  const made = new Map<string, Thing>();
  return (...of: Of): Thing => {
    const key = of.join(' ');
    const known = made.get(key);
    if (known !== undefined) return known;
    const thing = make(...of);
    made.set(key, thing);
    return thing;
  };
}
