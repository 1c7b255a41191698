import type admin from '#locales/en/admin.json';
import type api from '#locales/en/api.json';
import type blog from '#locales/en/blog.json';
import type bookings from '#locales/en/bookings.json';
import type call from '#locales/en/call.json';
import type common from '#locales/en/common.json';
import type contact from '#locales/en/contact.json';
import type errors from '#locales/en/errors.json';
import type home from '#locales/en/home.json';
import type login from '#locales/en/login.json';
import type mail from '#locales/en/mail.json';
import type notifications from '#locales/en/notifications.json';
import type offline from '#locales/en/offline.json';
import type payments from '#locales/en/payments.json';
import type people from '#locales/en/people.json';
import type personal from '#locales/en/personal.json';
import type requests from '#locales/en/requests.json';
import type streams from '#locales/en/streams.json';
import type { Language } from './languages.ts';

/** Every namespace: a file of `locales/en`, with a counterpart in each other language. Add new ones here. */
export type Catalogues = {
  admin: typeof admin;
  api: typeof api;
  blog: typeof blog;
  bookings: typeof bookings;
  call: typeof call;
  common: typeof common;
  contact: typeof contact;
  errors: typeof errors;
  home: typeof home;
  login: typeof login;
  mail: typeof mail;
  notifications: typeof notifications;
  offline: typeof offline;
  payments: typeof payments;
  people: typeof people;
  personal: typeof personal;
  requests: typeof requests;
  streams: typeof streams;
};

/** Namespaces used only on the server. */
type ServerNamespace = 'mail' | 'offline';
export type Namespace = Exclude<keyof Catalogues, ServerNamespace>;

/** Dotted paths to the texts of a catalogue; the plural forms of a text share one path. */
type Paths<T> = {
  [K in keyof T & string]: T[K] extends string ? WithoutPluralForm<K> : `${K}.${Paths<T[K]>}`;
}[keyof T & string];
type WithoutPluralForm<K extends string> = K extends `${infer Name}_${Intl.LDMLPluralRule}` ? Name : K;

/** Keys that a namespace's `t` accepts. */
export type MessageKey<N extends keyof Catalogues> = Paths<Catalogues[N]>;

export type Catalogue = { [key: string]: string | Catalogue };

// Each file becomes a chunk, loaded on demand.
const files = import.meta.glob<Catalogue>(['../../locales/*/*.json', '!**/{mail,offline}.json'], {
  import: 'default',
});
const loaded = new Map<string, Catalogue>();

/** The catalogue if it is already loaded, for rendering. */
export function loadedCatalogue(language: Language, namespace: Namespace): Catalogue | undefined {
  return loaded.get(fileOf(language, namespace));
}

export async function loadCatalogue(language: Language, namespace: Namespace): Promise<Catalogue> {
  const file = fileOf(language, namespace);
  const known = loaded.get(file);
  if (known) return known;
  const load = files[file];
  if (!load) throw new Error(`There is no ${file}`);
  const catalogue = await load();
  loaded.set(file, catalogue);
  return catalogue;
}

/** Loads what the first rendering needs, so that it does not suspend. */
export async function loadCatalogues(language: Language, namespaces: Iterable<Namespace>): Promise<void> {
  await Promise.all([...new Set(namespaces)].map((namespace) => loadCatalogue(language, namespace)));
}

function fileOf(language: Language, namespace: Namespace): string {
  return `../../locales/${language}/${namespace}.json`;
}
