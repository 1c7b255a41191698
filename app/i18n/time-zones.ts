/**
 * Time zones that CLDR, and so Chromium and Node, call by the name they had first, and IANA, and so Firefox, by a later
 * one (https://github.com/unicode-org/cldr/blob/main/common/bcp47/timezone.xml, `iana`).
 */
const LATER_NAMES = new Map([
  ['Africa/Asmera', 'Africa/Asmara'],
  ['America/Buenos_Aires', 'America/Argentina/Buenos_Aires'],
  ['America/Catamarca', 'America/Argentina/Catamarca'],
  ['America/Coral_Harbour', 'America/Atikokan'],
  ['America/Cordoba', 'America/Argentina/Cordoba'],
  ['America/Godthab', 'America/Nuuk'],
  ['America/Indianapolis', 'America/Indiana/Indianapolis'],
  ['America/Jujuy', 'America/Argentina/Jujuy'],
  ['America/Louisville', 'America/Kentucky/Louisville'],
  ['America/Mendoza', 'America/Argentina/Mendoza'],
  ['Asia/Calcutta', 'Asia/Kolkata'],
  ['Asia/Katmandu', 'Asia/Kathmandu'],
  ['Asia/Rangoon', 'Asia/Yangon'],
  ['Asia/Saigon', 'Asia/Ho_Chi_Minh'],
  ['Atlantic/Faeroe', 'Atlantic/Faroe'],
  ['Europe/Kiev', 'Europe/Kyiv'],
  ['Pacific/Enderbury', 'Pacific/Kanton'],
  ['Pacific/Ponape', 'Pacific/Pohnpei'],
  ['Pacific/Truk', 'Pacific/Chuuk'],
]);

/** IANA's name of a time zone. @param name one of its names, as in `Intl.supportedValuesOf` */
export const laterName = (name: string): string => LATER_NAMES.get(name) ?? name;

/** IANA's name of a time zone that has this name, in any case; null if there is none. */
export function findTimeZone(name: string): string | null {
  try {
    return laterName(new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone);
  } catch {
    return null;
  }
}

/**
 * The time zone of this browser or process; UTC if it has none. (Chromium calls that of a Linux without one
 * `Etc/Unknown`, and cannot format its times.)
 */
export function ownTimeZone(): string {
  const { timeZone }: { timeZone?: string } = new Intl.DateTimeFormat().resolvedOptions();
  return formattable((timeZone && findTimeZone(timeZone)) || 'UTC');
}

/** A name that this browser can format: an old one may know only the former name. UTC if it knows neither. */
export function formattable(timeZone: string): string {
  const [former] = [...LATER_NAMES].find(([, later]) => later === timeZone) ?? [];
  return [timeZone, former].find((name) => name && findTimeZone(name)) ?? 'UTC';
}
