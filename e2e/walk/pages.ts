import { ADMIN_ENTITIES, mayAdminister } from '#app/admin/admin-entity.server.ts';
import type { Language } from '#app/i18n/languages.ts';

/** The main heading in English and Spanish. */
type Heading = readonly [en: string | RegExp, es: string | RegExp];

/** One URL of a page, and what to expect there. */
export type Place = {
  /** Without the language prefix. `:name` is replaced by the id of a row that the walk has created. */
  path: string;
  heading?: Heading;
  /** Redirect target for everyone with access; `undefined`: the page is shown. */
  leadsTo?: string;
  /** Default: 200. By role if it differs between roles. */
  status?: number | Partial<Record<Role, number>>;
  /** Who has access. Others are redirected: to the login page if logged out, else home. */
  for?: 'user' | 'admin' | 'stranger';
  hasMap?: boolean;
  /** Languages it is available in. Default: all. */
  languages?: readonly Language[];
  /** Roles to visit it as, to save time. Default: all. */
  roles?: readonly Role[];
};

export const ROLES = ['stranger', 'user', 'admin'] as const;
export type Role = (typeof ROLES)[number];

const admin = (path: string): Place => ({ path: `/admin${path}`, for: 'admin' });
const personal = (path: string): Place => ({ path: `/personal/${path}`, for: 'user' });

/**
 * Every page, by its file in `app/routes` without the language segment. Pages added here are checked in each
 * language as each role.
 */
export const PAGES: Record<string, Place[]> = {
  $: [
    { path: '/nowhere', status: 404, heading: ['Page not found', 'Página no encontrada'] },
    { ...admin('/review'), path: '/review', leadsTo: '/admin/review' },
  ],
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
  // A long page, slow for axe, and the same for every role.
  'api._index': [{ path: '/api', languages: ['en'], roles: ['stranger'] }],
  'blog.$name': [
    { path: '/blog/light-and-place', heading: [/^Light and place/, /^Luz y lugar/] },
    // A draft, only in English.
    { path: '/blog/what-comes-next', status: { stranger: 404, user: 404 }, languages: ['en'] },
  ],
  'blog._index': [{ path: '/blog', heading: ['Blog', 'Blog'] }],
  'blog_.$language.$name': [
    { path: '/blog/en/light-and-place', leadsTo: '/blog/light-and-place', languages: ['en'] },
  ],
  'call-quality': [
    { path: '/call-quality', heading: ['How your last call went', 'Cómo fue tu última llamada'] },
  ],
  'call.$urlname': [{ path: '/call/lisbon-by-tram' }],
  'call.$urlname_.$id': [{ path: '/call/lisbon-by-tram/:free-call', status: { stranger: 404, admin: 404 } }],
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
  imprint: [{ path: '/imprint', heading: ['Imprint', 'Aviso legal'] }],
  login: [{ path: '/login', for: 'stranger' }],
  'login_.reset': [{ path: '/login/reset' }],
  'login_.reset_.$token': [{ path: `/login/reset/${'x'.repeat(43)}`, status: 410 }],
  'login_.end.$token': [{ path: `/login/end/${'x'.repeat(43)}` }],
  'login_.second-factor': [{ path: '/login/second-factor', leadsTo: '/login', roles: ['stranger'] }],
  'login_.verify.$token': [{ path: `/login/verify/${'x'.repeat(43)}`, status: 410 }],
  logout: [{ path: '/logout', leadsTo: '/' }],
  'personal._index': [{ ...personal(''), path: '/personal', leadsTo: '/personal/account' }],
  'personal.account': [personal('account')],
  'personal.availability': [personal('availability')],
  'personal.blocked': [personal('blocked')],
  // Visible only to the two people of the booking.
  'personal.booking.$id': [{ ...personal('booking/:booking'), status: { admin: 404 } }],
  'personal.booking._index': [personal('booking')],
  'personal.earnings': [personal('earnings')],
  // Visible only to its owner.
  'personal.developer.$id': [{ ...personal('developer/:webhook'), status: { admin: 404 } }],
  'personal.developer._index': [personal('developer')],
  'personal.favourites': [personal('favourites')],
  // Visible only to the user who sent it.
  'personal.inquiry.$id': [{ ...personal('inquiry/:own'), status: { admin: 404 } }],
  'personal.inquiry._index': [personal('inquiry')],
  'personal.notification': [personal('notification')],
  'personal.payment': [personal('payment')],
  'personal.payout': [personal('payout')],
  'personal.profile': [personal('profile')],
  'personal.schedule': [personal('schedule?zone=UTC')],
  // Visible only to the two people of the call.
  'personal.stream.$id': [{ ...personal('stream/00000000-0000-4000-8000-000000000000'), status: 404 }],
  'personal.stream._index': [personal('stream')],
  'privacy-policy': [{ path: '/privacy-policy', heading: ['Privacy policy', 'Política de privacidad'] }],
  'refund-policy': [{ path: '/refund-policy', heading: ['Refund policy', 'Política de reembolsos'] }],
  // Visible only to its two people.
  'request.$id': [{ path: '/request/:request', for: 'user', status: { admin: 404 } }],
  // Without `skip`, the browser decides the language of an invitation.
  'room.guest.($token)': [{ path: '/room/guest' }, { path: '/room/guest/K7M4QX9TR?skip=true' }],
  'room.host.($token)': [{ path: '/room/host' }, { path: '/room/host/K7M4QX9TR' }],
  terms: [{ path: '/terms', heading: ['Terms', 'Condiciones'] }],
  'user.$urlname': [{ path: '/user/lisbon-by-tram' }],
  'user.$urlname_.book': [{ path: '/user/lisbon-by-tram/book?zone=UTC' }],
  'user.$urlname_.call': [{ path: '/user/lisbon-by-tram/call' }],
  'user._index': [{ path: '/user' }, { path: '/user?view=map', hasMap: true }],
};

/** Files in `app/routes` that are not pages: layouts, and handlers of forms and downloads. */
export const NO_PAGES = [
  '',
  'admin',
  'admin_.ledger[.]csv',
  'personal',
  'personal_.avatar',
  'personal_.booking.$id.calendar[.]ics',
  'personal_.data',
  'personal_.picture',
  'personal_.places',
];
