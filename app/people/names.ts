import { makeOnce } from '#app/i18n/make-once.ts';
import { LANGUAGE_TABLE } from '#protocol/language-table.ts';

const namesFor = makeOnce((reader: string) => new Intl.DisplayNames(reader, { type: 'language' }));

/**
 * The displayed name of a spoken language.
 * @param reader the language of the page: `en`, `es`
 */
export function languageName(name: string, reader: string): string {
  const tag = Object.values(LANGUAGE_TABLE).find((language) => language.name === name)?.tag;
  const found = tag ? namesFor(reader).of(tag) : undefined;
  return found ? found.charAt(0).toLocaleUpperCase(reader) + found.slice(1) : name;
}

/** First and last name as far as they are known; may be empty. */
export function fullName({
  firstName,
  lastName,
}: {
  firstName: string | null;
  lastName: string | null;
}): string {
  return [firstName, lastName].filter(Boolean).join(' ');
}

/** `INSTA360_ONE_X` → `Insta360 ONE X`; null for a camera that has no name of its own. */
export function insta360Name(camera: string): string | null {
  const model = /^INSTA360_(.+)$/.exec(camera)?.[1];
  if (!model || model === 'OTHER') return null;
  const words =
    model.length > 4 && !model.includes('_') ? model.charAt(0) + model.slice(1).toLowerCase() : model;
  return `Insta360 ${words.replaceAll('_', ' ').replace(/^AIR$/, 'Air')}`;
}
