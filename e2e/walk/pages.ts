import { ADMIN_ENTITIES, mayAdminister } from '#app/admin/admin-entity.server.ts';
import type { Language } from '#app/i18n/languages.ts';

/** In English and Spanish, as the first heading says it. */
type Heading = readonly [en: string | RegExp, es: string | RegExp];

/** A page as somebody comes to it. */
export type Place = {
  /** Without a language. `:name` stands for a row that the walk makes before. */
  path: string;
  heading?: Heading;
  /** Where everybody is led who may see it; `undefined`: nowhere, it is shown. */
  leadsTo?: string;
  /** 200 where nothing is said; by role where it is not the same for all. */
  status?: number | Partial<Record<Role, number>>;
  /** Who is let in. Whoever is not signed in is led to the login, anybody else home. */
  for?: 'user' | 'admin' | 'stranger';
  /** What it asks for in the browser is refused, which browsers report on the console. */
  refuses?: boolean;
  hasMap?: boolean;
  /** Those that it is there in; all where nothing is said. */
  languages?: readonly Language[];
  /** Whose visits are worth their time; everybody's where nothing is said. */
  roles?: readonly Role[];
};

export const ROLES = ['stranger', 'user', 'admin'] as const;
export type Role = (typeof ROLES)[number];

const admin = (path: string): Place => ({ path: `/admin${path}`, for: 'admin' });
const personal = (path: string): Place => ({ path: `/personal/${path}`, for: 'user' });

/**
 * Every page, by its file in `app/routes` without the language's segment. A new page is named here, and so looked at
 * in each language as each role.
 */
export const PAGES: Record<string, Place[]> = {
  $: [{ path: '/nowhere', status: 404, heading: ['Page not found', 'Página no encontrada'] }],
  _index: [{ path: '/', heading: [/^Call someone\./, /^Llama a alguien\./] }],
  account: [{ ...personal('account'), path: '/account', leadsTo: '/personal/account' }],
  'admin.$entity.$id': ADMIN_ENTITIES.flatMap((entity) => [
    admin(`/${entity.name}/:${entity.name}`),
    ...(mayAdminister(entity, 'create') ? [admin(`/${entity.name}/new`)] : []),
  ]),
  'admin.$entity._index': ADMIN_ENTITIES.map(({ name }) => admin(`/${name}`)),
  'admin._index': [admin('')],
  'admin.jobs.$id': [admin('/jobs/:job')],
  'admin.jobs._index': [admin('/jobs')],
  'admin.testing': [admin('/testing')],
  // So long that axe takes its time, and the same for everybody.
  'api._index': [{ path: '/api', languages: ['en'], roles: ['stranger'] }],
  'blog.$name': [
    { path: '/blog/light-and-place', heading: [/^Light and place/, /^Luz y lugar/] },
    // A draft, in English alone.
    { path: '/blog/what-comes-next', status: { stranger: 404, user: 404 }, languages: ['en'] },
  ],
  'blog._index': [{ path: '/blog', heading: ['Blog', 'Blog'] }],
  'blog_.$language.$name': [
    { path: '/blog/en/light-and-place', leadsTo: '/blog/light-and-place', languages: ['en'] },
  ],
  'contact-us': [
    { path: '/contact-us', heading: ['Contact us', 'Escríbenos'] },
    { path: '/contact-us?demo', heading: ['Book a demo', 'Pide una demo'] },
    { path: '/contact-us?sent', heading: ['Thank you', 'Gracias'] },
  ],
  'earn-money': [
    {
      path: '/earn-money',
      heading: ['Earn money with your 360° camera', 'Gana dinero con tu cámara 360°'],
    },
  ],
  help: [{ path: '/help', heading: ['Help', 'Ayuda'] }],
  login: [{ path: '/login', for: 'stranger' }],
  'login_.reset': [{ path: '/login/reset' }],
  'login_.reset_.$token': [{ path: `/login/reset/${'x'.repeat(43)}`, status: 410 }],
  'login_.verify.$token': [{ path: `/login/verify/${'x'.repeat(43)}`, status: 410 }],
  logout: [{ path: '/logout', leadsTo: '/' }],
  'personal._index': [{ ...personal(''), path: '/personal', leadsTo: '/personal/account' }],
  'personal.account': [personal('account')],
  'personal.blocked': [personal('blocked')],
  'personal.favourites': [personal('favourites')],
  // The user's, and nobody else's.
  'personal.inquiry.$id': [{ ...personal('inquiry/:own'), status: { admin: 404 } }],
  'personal.inquiry._index': [personal('inquiry')],
  'personal.profile': [personal('profile')],
  'privacy-policy': [{ path: '/privacy-policy', heading: ['Privacy policy', 'Política de privacidad'] }],
  'room.guest.($token)': [{ path: '/room/guest' }, { path: '/room/guest/K7M4QX9TR', refuses: true }],
  'room.host.($token)': [{ path: '/room/host' }, { path: '/room/host/K7M4QX9TR', refuses: true }],
  'user.$urlname': [{ path: '/user/lisbon-by-tram' }],
  'user._index': [{ path: '/user' }, { path: '/user?view=map', hasMap: true }],
};

/** Files in `app/routes` that show no page of their own: frames round pages, and answers to forms. */
export const NO_PAGES = ['', 'admin', 'personal', 'personal_.avatar', 'personal_.data', 'personal_.picture'];
