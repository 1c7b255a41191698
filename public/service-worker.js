/*
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
