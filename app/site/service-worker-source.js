/*
 * Sent as `/service-worker.js`, after a line that defines `self.SITE`, which changes with the operator's look.
 *
 * Caches the site's own files, so that pages start quickly, and serves an offline page without a network. It caches no
 * pages, no API responses and no user data.
 */
const FILES = 'files-1';
const OFFLINE = 'offline-1';
const OFFLINE_PAGES = { en: '/offline/en', es: '/offline/es' };
const OFFLINE_FILES = ['/favicon.svg', ...Object.values(OFFLINE_PAGES)];
/** Their names change with every release; the oldest are evicted. */
const MAX_FILES = 150;

self.addEventListener('install', (event) => event.waitUntil(install()));
self.addEventListener('activate', (event) => event.waitUntil(activate()));

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin) return;
  if (request.mode === 'navigate') event.respondWith(navigate(event, pathname));
  else if (pathname.startsWith('/assets/') && !request.headers.has('Range')) event.respondWith(file(request));
});

async function install() {
  const cache = await caches.open(OFFLINE);
  await cache.addAll(OFFLINE_FILES.map((path) => new Request(path, { cache: 'reload' })));
  // The assets used by an offline page.
  const page = await (await cache.match(OFFLINE_PAGES.en)).text();
  const styles = [...page.matchAll(/href="(\/assets\/[^"]+\.css)"/g)].map(([, path]) => path);
  await cache.addAll(styles);
  await self.skipWaiting();
}

async function activate() {
  const names = await caches.keys();
  await Promise.all(
    names.filter((name) => name !== FILES && name !== OFFLINE).map((name) => caches.delete(name)),
  );
  await self.registration.navigationPreload?.enable();
}

async function navigate(event, pathname) {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request));
  } catch (error) {
    const language = /^\/es(\/|$)/.test(pathname) ? 'es' : 'en';
    const page = await caches.match(OFFLINE_PAGES[language]);
    if (!page) throw error;
    return page;
  }
}

/** Files in /assets are immutable. */
async function file(request) {
  const known = await caches.match(request);
  if (known) return known;
  const answer = await fetch(request);
  if (answer.status === 200) {
    const copy = answer.clone();
    const cache = await caches.open(FILES);
    await cache.put(request, copy);
    const keys = await cache.keys();
    await Promise.all(keys.slice(0, Math.max(0, keys.length - MAX_FILES)).map((key) => cache.delete(key)));
  }
  return answer;
}

/*
 * Notifications. The push service brings an id and a name (`{id, username}`); what it means, and what may be done about it,
 * the site says (`protocol/notification.ts`).
 */
self.addEventListener('push', (event) => event.waitUntil(pushed(event.data.json())));
self.addEventListener('notificationclick', (event) => event.waitUntil(clicked(event)));
self.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(subscribeAgain()));

/** Longer than this, browsers show a text of their own. */
const READ_MS = 5_000;
/** Browsers show nothing before they have the picture, and wait for it for a minute and more. */
const PICTURE_MS = 1_000;

async function pushed({ id, username }) {
  const told = await readNotification(id).catch(() => unread(username));
  const { title, text, picture, rings, isOver, kind, actions, address } = told;
  await self.registration.showNotification(title, {
    body: text,
    tag: id,
    icon: await loaded(picture ?? '/apple-touch-icon.png'),
    requireInteraction: rings,
    // They take the place of one that rang.
    silent: isOver || kind === 'MISSED',
    actions: actions.map(({ action, title }) => ({ action, title })),
    data: { id, address, actions },
  });
  // Browsers want each push to show something, so it is shown first: in place of what it was.
  if (isOver) for (const shown of await self.registration.getNotifications({ tag: id })) shown.close();
}

async function readNotification(id) {
  const response = await fetch(`/api/notification/${id}`, { signal: AbortSignal.timeout(READ_MS) });
  if (!response.ok) throw new Error(`The notification could not be read: ${response.status}`);
  return response.json();
}

/** A picture as an address that needs no network; undefined if it does not come soon. */
async function loaded(path) {
  try {
    const response = await fetch(path, { signal: AbortSignal.timeout(PICTURE_MS) });
    if (!response.ok) return undefined;
    const bytes = new Uint8Array(await response.arrayBuffer());
    const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
    return `data:${response.headers.get('Content-Type')};base64,${btoa(text)}`;
  } catch {
    return undefined;
  }
}

/** What is shown if the site cannot be asked. */
function unread(username) {
  const isSpanish = navigator.language.startsWith('es');
  const site = self.SITE.name;
  return {
    title: username ? `${site}: ${username}` : site,
    text: isSpanish ? `Abre ${site} para ver qué hay de nuevo.` : `Open ${site} to see what's new.`,
    address: isSpanish ? '/es/personal/notification' : '/personal/notification',
    actions: [],
  };
}

async function clicked({ action: pressed, notification }) {
  notification.close();
  const { id, address, actions } = notification.data;
  const action = actions.find(({ action }) => action === pressed);
  if (!action) {
    await Promise.all([markRead(id), show(address)]);
    return;
  }
  const response = await fetch(action.path, { method: 'POST' }).catch(() => null);
  // Too late, or no longer logged in: the page says so.
  if (!response?.ok) await show(address);
  else if (action.opens) await show(action.opens.replace(':token', (await response.json()).token));
}

async function markRead(id) {
  const headers = { 'Content-Type': 'application/json' };
  const body = JSON.stringify({ ids: [id] });
  await fetch('/api/notification/read', { method: 'POST', headers, body }).catch(() => {});
}

/** Focuses the tab that shows a page already, or opens one. Other tabs stay as they are: a call may run there. */
async function show(address) {
  const tabs = await self.clients.matchAll({ type: 'window' });
  const tab = tabs.find(({ url }) => url === new URL(address, location.origin).href);
  await (tab ? tab.focus() : self.clients.openWindow(address));
}

/** The browser has ended the subscription, which it does to change its address. */
async function subscribeAgain() {
  const { key } = await (await fetch('/api/push/key')).json();
  const subscription = await self.registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: key,
  });
  const { endpoint, keys } = subscription.toJSON();
  await fetch('/api/push-notification', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ endpoint, p256dh: keys.p256dh, auth: keys.auth }),
  });
}
