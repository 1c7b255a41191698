/**
 * Makes a thing at most once for each list of arguments, which must be few. It is for formatters of `Intl`: they
 * take far longer to make than to use, in a list of streamers a fifth of the page's rendering.
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
