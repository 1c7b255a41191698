/**
 * Values of `datetime-local` inputs. Forms hold and send instants in UTC, to the second (`2026-05-06T07:08:09`); with
 * JavaScript the input itself shows them in the browser's time zone.
 */

/**
 * Text an input shows for an instant, in the reader's time zone. The server, which does not know the zone, uses UTC.
 */
export function shownIn(zone: string, utc: string): string {
  return zone === 'UTC' ? utc : localText(utc);
}

/** Empty if it is not an instant. */
function localText(utc: string): string {
  const instant = new Date(`${utc}Z`);
  if (Number.isNaN(instant.getTime())) return '';
  return toTheSecond(instant.getTime() - instant.getTimezoneOffset() * 60_000);
}

/**
 * Text the form sends for an input's content. Of an hour that daylight saving repeats, it means the first. Anything
 * that is not an instant is sent unchanged, for the server to refuse.
 * @param saved in UTC: sent again if the input still shows it, so that an instant in a repeated hour is kept
 */
export function utcText(local: string, saved: string): string {
  const instant = new Date(local);
  if (Number.isNaN(instant.getTime())) return local;
  // Browsers omit the seconds if 0.
  if (saved !== '' && instant.getTime() === new Date(localText(saved)).getTime()) return saved;
  return toTheSecond(instant.getTime());
}

const toTheSecond = (time: number) => new Date(time).toISOString().slice(0, 19);
