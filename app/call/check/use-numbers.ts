import { useLanguage } from '#app/i18n/locale.tsx';
import type { Size } from '../devices/capture.ts';

/** Numbers as the page's language writes them. */
export function useNumbers() {
  const language = useLanguage();
  const format = (value: number, digits: number) =>
    value.toLocaleString(language, { maximumFractionDigits: digits });
  return {
    whole: (value: number) => format(value, 0),
    /** @param bitrate in bit/s */
    megabits: (bitrate: number) => format(bitrate / 1e6, bitrate < 10e6 ? 1 : 0),
    size: ({ width, height }: Size) => `${width} × ${height}`,
  };
}
