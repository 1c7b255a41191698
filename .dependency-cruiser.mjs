/**
 * Which folder may import which (docs/architecture.md): layers from pages down to the protocol, and no circles.
 * `npm run check` holds it.
 */
const base = [
  'app/audit',
  'app/entities',
  'app/forms',
  'app/http',
  'app/marketplace',
  'app/platform',
  'app/components',
  'app/i18n',
  'db',
  'protocol',
];

/** What each folder may import besides itself. A new capability gets a line. */
const may = {
  protocol: [],
  db: ['protocol'],
  'media-server': ['protocol', 'db'],
  'app/i18n': ['locales', 'protocol'],
  'app/components': ['app/i18n'],
  'app/platform': ['app/i18n', 'db', 'protocol', 'locales'],
  'app/audit': ['app/platform', 'db'],
  'app/http': ['app/audit', 'app/platform', 'app/i18n', 'db', 'protocol'],
  'app/forms': ['app/http', 'app/components', 'app/i18n', 'protocol'],
  'app/marketplace': [
    'app/audit',
    'app/components',
    'app/forms',
    'app/http',
    'app/platform',
    'app/i18n',
    'db',
    'protocol',
  ],
  'app/entities': ['app/audit', 'app/http', 'app/marketplace', 'app/platform', 'app/i18n', 'db', 'protocol'],
  'app/realtime': ['protocol'],
  'app/sphere': ['protocol'],
  'app/call': ['app/realtime', 'app/sphere', 'app/forms', 'app/components', 'app/i18n', 'protocol'],
  'app/accounts': [...base, 'app/rooms'],
  'app/bookings': [...base, 'app/payments', 'app/rooms'],
  'app/contact': [...base, 'app/accounts'],
  'app/developers': [...base, 'app/accounts'],
  'app/requests': [...base, 'app/call', 'app/payments', 'app/realtime', 'app/rooms'],
  'app/retention': ['app/accounts', 'app/platform', 'db'],
  'app/rooms': base,
  'app/notifications': [...base, 'app/accounts', 'app/realtime', 'app/rooms', 'locales'],
  'app/payments': base,
  'app/pictures': [...base, 'app/sphere'],
  'app/content': [...base, 'app/pictures'],
  'app/people': [...base, 'app/accounts', 'app/pictures'],
  'app/admin': [
    ...base,
    'app/accounts',
    'app/bookings',
    'app/payments',
    'app/pictures',
    'app/call-health',
    'app/rooms',
    'app/streams',
  ],
  'app/call-health': [...base, 'app/rooms'],
  'app/streams': base,
  'app/site': [
    ...base,
    'app/accounts',
    'app/bookings',
    'app/call',
    'app/content',
    'app/developers',
    'app/notifications',
    'app/payments',
    'app/people',
    'app/pictures',
    'app/realtime',
    'app/requests',
    'app/rooms',
    'app/styles',
    'locales',
  ],
  'app/routes': ['app', 'protocol', 'locales'],
  // In development alone.
  'app/dev': ['app'],
  'app/emails.server.ts': [
    'app/accounts',
    'app/admin',
    'app/bookings',
    'app/developers',
    'app/entities',
    'app/marketplace',
    'app/payments',
    'app/platform',
  ],
  'app/jobs.server.ts': [
    'app/accounts',
    'app/bookings',
    'app/contact',
    'app/content',
    'app/developers',
    'app/emails.server.ts',
    'app/marketplace',
    'app/notifications',
    'app/payments',
    'app/people',
    'app/pictures',
    'app/platform',
    'app/requests',
    'app/retention',
    'app/rooms',
  ],
  'app/personal-data.server.ts': [
    'app/accounts',
    'app/audit',
    'app/bookings',
    'app/contact',
    'app/developers',
    'app/http',
    'app/notifications',
    'app/payments',
    'app/people',
    'app/pictures',
    'app/platform',
    'app/requests',
    'app/rooms',
    'app/streams',
  ],
  sandbox: ['protocol'],
  server: [
    'app/developers',
    'app/http',
    'app/jobs.server.ts',
    'app/payments/stripe',
    'app/platform',
    'app/rooms',
    'db/waits.ts',
    'protocol',
    'build',
  ],
};

/**
 * Direction inside a capability, lowest first: each folder or file imports only those before it. Files that are not listed
 * import all, and no listed one imports them.
 */
const order = {
  'app/accounts': [
    ...['addresses', 'sessions', 'passwords', 'second-factor', 'schemas.ts', 'new-user.server.ts', 'log-in'],
    'settings',
  ],
  'app/admin': [
    ...[
      'done.ts',
      'labels.ts',
      'form-values.ts',
      'countries.server.ts',
      'admin-entity.server.ts',
      'sections.ts',
    ],
    ...[
      'row-values.server.ts',
      'usernames.server.ts',
      'value.tsx',
      'row-extra.ts',
      'confirm.tsx',
      'user',
      'audit',
      'booking',
      'channel',
      'complaint',
    ],
    ...['dispute', 'form', 'payment', 'list', 'detail', 'testing', 'jobs', 'overview', 'parameter'],
  ],
  'app/bookings': ['availability', 'booking'],
  'app/bookings/booking': [
    ...['schema.ts', 'own-bookings.server.ts', 'selection.ts', 'change', 'pay', 'take', 'mails', 'own'],
  ],
  'app/call': [
    ...[
      'notices',
      'encryption',
      'devices',
      'media',
      'keyed',
      'state',
      'names',
      'people',
      'check',
      'setup',
      'scanning',
      'shortcuts',
    ],
    ...['chat', 'pad', 'pointing', 'speech', 'screen', 'hand', 'snapshot', 'record', 'meter', 'pip'],
    ...['language', 'controls', 'embed', 'leave', 'room', 'request'],
  ],
  'app/developers': ['confirmed-owner.server.ts', 'keys', 'webhooks'],
  'app/http': [
    'bodies',
    'limits',
    'origin.server.ts',
    'own-path.ts',
    'redirect.server.ts',
    'viewers',
    'answers',
  ],
  'app/marketplace': [
    ...[
      'terms.ts',
      'payments',
      'read-policy.server.ts',
      'streams',
      'notify.server.ts',
      'usernames.server.ts',
      'bookings',
      'complaints',
      'people',
    ],
    'requests',
  ],
  'app/payments': [
    ...[
      'ledger',
      'stripe',
      'refunds',
      'complaints',
      'notices',
      'payouts',
      'disputes',
      'cards',
      'holds',
      'events',
    ],
  ],
  'app/people': [
    ...[
      'map',
      'price-tag.tsx',
      'reviews',
      'streamers',
      'favourites.server.ts',
      'blocks.server.ts',
      'names.ts',
    ],
    ...['use-camera-name.ts', 'profile'],
  ],
  'app/sphere': [
    ...[
      'look',
      'rotation.ts',
      'picture.ts',
      'track-processor.ts',
      'watch-frames.ts',
      'track-frames.ts',
      'paint',
    ],
    ...['view-reader.ts', 'software', 'place-in-view.ts', 'use-pick.ts', 'webgl', 'vr'],
  ],
  'media-server': [
    ...[
      'env.ts',
      'log.ts',
      'limit-settings.ts',
      'listen.ts',
      'rtc',
      'rooms',
      'users',
      'handlers',
      'health',
      'nodes',
      'sockets',
    ],
  ],
};

const ours = '^(app|bench|build|db|e2e|locales|media-server|protocol|sandbox|scripts|server|tests)/';
const tests = '\\.test\\.tsx?$|/tests?/';

const error = (name, from, to) => ({ name, severity: 'error', from, to });

export default {
  forbidden: [
    error('no circles', {}, { circular: true }),
    ...Object.entries(may).map(([folder, others]) =>
      error(
        `${folder} imports only what it may`,
        { path: `^${folder}(/|$)`, pathNot: tests },
        { path: ours, pathNot: `^(${[folder, ...others].join('|')})(/|$)` },
      ),
    ),
    ...Object.entries(order).flatMap(([capability, parts]) =>
      parts.map((part, index) =>
        error(
          `${capability}/${part} imports only what comes before it`,
          { path: `^${capability}/${part}(/|$)`, pathNot: tests },
          {
            path: `^${capability}/`,
            pathNot: `^${capability}/(${parts.slice(0, index + 1).join('|')})(/|$)`,
          },
        ),
      ),
    ),
    error(
      'a call has a few doors',
      { path: '^app/', pathNot: '^app/call/' },
      { path: '^app/call/(?!start-dialog|room-route|request/|state/started)' },
    ),
    error(
      'samples of emails are in no build',
      {
        path: '^app/',
        pathNot: `\\.samples\\.server\\.ts$|^app/(dev|routes/dev)/|samples\\.server|${tests}`,
      },
      { path: '\\.samples\\.server\\.ts$|^app/dev/' },
    ),
    error('browsers alone', { path: '^app/(components|call|realtime|sphere)/' }, { path: '\\.server\\.ts$' }),
    // Remix takes loaders and actions out of what browsers get of a route, and with them such imports.
    error(
      'browsers get types of a .server file, no values',
      {
        path: '^app/',
        pathNot: `\\.server\\.tsx?$|^app/(?:routes/|root\\.tsx)|${tests}`,
      },
      { path: '\\.server\\.tsx?$', dependencyTypesNot: ['type-only'] },
    ),
    error(
      'images have no development packages',
      {
        path: '^(app|db|locales|media-server|protocol|server)/',
        // The build reads them, development does, and tests.
        pathNot: `${tests}|^app/(call/devices/blur/segmenter|routes\\.ts)|^server/site`,
      },
      { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    ),
  ],
  options: { tsPreCompilationDeps: true, doNotFollow: { path: 'node_modules' } },
};
