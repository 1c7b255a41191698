import { readdirSync, readFileSync } from 'node:fs';
import type { Language } from '#protocol/languages.ts';

const folder = new URL('./', import.meta.url);

/** The files of a language, as in `common.json`. */
export function filesOf(language: Language): string[] {
  return readdirSync(new URL(language, folder)).sort();
}

/** Every text of a file by its dotted key. */
export function textsOf(language: Language, file: string): Map<string, string> {
  const texts = new Map<string, string>();
  const collect = (value: unknown, path: string) => {
    if (typeof value === 'string') texts.set(path, value);
    else
      for (const [key, inner] of Object.entries(Object(value))) collect(inner, path ? `${path}.${key}` : key);
  };
  collect(JSON.parse(readFileSync(new URL(`${language}/${file}`, folder), 'utf8')), '');
  return texts;
}
