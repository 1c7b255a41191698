import { siteName } from '#app/i18n/site-name.ts';
import { ProtocolError } from '#protocol/errors.ts';
import { urlnameOf } from './urlname.ts';

/**
 * Names that could impersonate the site: its staff in English and Spanish, and the mailboxes that every site has (RFC
 * 2142).
 */
const RESERVED: ReadonlySet<string> = new Set(
  `abuse admin administracion administrador administrator administrators admins ayuda billing contact contacto equipo
  help helpdesk hostmaster info mailerdaemon moderador moderation moderator moderators noreply official oficial operator
  payments postmaster privacy root sales security seguridad service sistema soporte staff superuser support sysadmin
  system team webmaster`.split(/\s+/),
);
const PRODUCT = 'panocall';
/** Of a shorter name of the site only the name itself is reserved: it may be part of others. */
const LONG = 5;

/** Cyrillic letters that look like Latin ones; no other lookalikes pass the one-script rule. */
const LOOKALIKES: ReadonlyMap<string, string> = new Map(
  [...'аеорсхуіјѕһӏԁԛԝ'].map((letter, i) => [letter, 'aeopcxyijshldqw'.charAt(i)]),
);

/**
 * Whether only administrators may assign this name. Compared as slugs without hyphens, so that case, accents,
 * punctuation, full-width or Cyrillic letters make no difference.
 */
export function isReserved(name: string): boolean {
  // Upper case first: a dotless ı has no decomposition, but the same capital as i.
  const latin = name
    .toUpperCase()
    .toLowerCase()
    .replaceAll(/./gu, (letter) => LOOKALIKES.get(letter) ?? letter);
  const plain = slugOf(latin);
  const site = slugOf(siteName());
  // The slug of a name without Latin letters is that of all such names.
  const isSite = site !== slugOf('') && (site.length >= LONG ? plain.includes(site) : plain === site);
  return RESERVED.has(plain) || plain.includes(PRODUCT) || isSite;
}

const slugOf = (name: string): string => urlnameOf(name).replaceAll('-', '');

/** @throws ProtocolError ALREADY_EXISTS with the field, so that forms show the name as taken */
export function refuseReserved(field: 'username' | 'urlname', name: string): void {
  if (isReserved(name)) throw new ProtocolError('ALREADY_EXISTS', [{ path: field, message: 'is reserved' }]);
}
