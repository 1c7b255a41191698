import { RemixBrowser } from '@remix-run/react';
import { setNonce } from 'get-nonce';
import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { registerServiceWorker } from '#app/site/service-worker.ts';
import { reloadOnStaleChunk } from '#app/site/stale-chunk.ts';
import { loadCatalogues } from './i18n/catalogues.ts';
import { namespacesOf } from './i18n/handle.ts';
import { languageOfPath } from './i18n/languages.ts';

// Radix adds a style element when a dialog locks the page's scrolling.
const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce;
if (nonce) setNonce(nonce);

reloadOnStaleChunk();
await loadCatalogues(
  languageOfPath(location.pathname),
  namespacesOf(Object.values(window.__remixRouteModules)),
);

await decodePageData();

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <RemixBrowser />
    </StrictMode>,
  );
});

registerServiceWorker();

/**
 * Remix decodes the page's data during the first rendering and suspends until that is done. A key pressed at that
 * moment makes React hydrate synchronously, which a suspended root cannot do (React error 345), so the data are decoded
 * before.
 */
async function decodePageData(): Promise<void> {
  try {
    RemixBrowser({});
  } catch (decoding) {
    if (!(decoding instanceof Promise)) throw decoding;
    await decoding;
  }
}
