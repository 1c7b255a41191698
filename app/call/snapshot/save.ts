import { siteSlug } from '#app/i18n/site-slug.ts';

/** Downloads start asynchronously, and read the file then. */
const KEPT_MS = 60_000;

/** Passes a file to the browser to be saved. */
export function save(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), KEPT_MS);
}

/** A file name with the local date and time, such as `panocall-360-2026-11-23-09-05-07.jpg`. */
export function fileName(what: 'view' | 'sphere', at: Date, type: 'jpg' | 'mp4' = 'jpg'): string {
  const parts = [at.getMonth() + 1, at.getDate(), at.getHours(), at.getMinutes(), at.getSeconds()];
  const time = [at.getFullYear(), ...parts.map((part) => String(part).padStart(2, '0'))].join('-');
  return `${siteSlug()}-${what === 'sphere' ? '360-' : ''}${time}.${type}`;
}
