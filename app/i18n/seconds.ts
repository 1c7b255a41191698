const twoDigits = (number: number) => String(number).padStart(2, '0');

/** `04:05`, or `1:04:05` for an hour or more. */
export function formatSeconds(seconds: number): string {
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const rest = `${twoDigits(minutes)}:${twoDigits(seconds % 60)}`;
  return hours > 0 ? `${hours}:${rest}` : rest;
}

/** Seconds with one digit at most, such as `1.5`, of a time in ms. */
export function formatTenths(ms: number, language: string): string {
  return (ms / 1000).toLocaleString(language, { maximumFractionDigits: 1 });
}
