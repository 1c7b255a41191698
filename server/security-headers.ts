import { randomBytes, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { type RequestHandler, Router } from 'express';
import helmet from 'helmet';
import type { Env } from '#app/platform/env.server.ts';

/** Browser features pages may use: only those a call needs, and only on our own pages. */
const PERMISSIONS_POLICY = [
  'accelerometer=(self)',
  'autoplay=(self)',
  'camera=(self)',
  'clipboard-write=(self)',
  'display-capture=(self)',
  'fullscreen=(self)',
  'geolocation=(self)',
  'gyroscope=(self)',
  'microphone=(self)',
  'payment=()',
  'screen-wake-lock=(self)',
  'serial=(self)',
  'usb=()',
  'xr-spatial-tracking=(self)',
].join(', ');

/**
 * Worker that blurs backgrounds, as built and in development. A worker has the policy of its own file, so it can
 * compile WebAssembly where no page can.
 */
const COMPILES_WASM = /^\/(?:assets\/blur-worker-[\w-]+\.js|app\/call\/blur\/blur-worker\.ts)$/;

/** Room pages, in any language. */
const ROOM = /^(?:\/[a-z]{2})?\/room\/(?:host|guest)\/([^/]+)\/?$/;

/** Script by which pages of other sites embed rooms. */
const FOR_OTHER_SITES = '/panocall.js';

/** Origins whose pages may embed a room's page, by the code in the URL; never rejects. */
type FramersOf = (code: string) => Promise<readonly string[]>;

/** A Content-Security-Policy with a fresh nonce per response (in `res.locals.cspNonce`), and related headers. */
export function securityHeaders(env: Env, framersOf: FramersOf): Router {
  const overHttps = insistsOnHttps(env);
  const router = Router();
  router.use(makeNonce);
  router.use(async (req, res, next) => {
    const [, code] = ROOM.exec(pathOf(req)) ?? [];
    res.locals.framers = code === undefined ? [] : await framersOf(code);
    next();
  });
  router.use(
    helmet({
      contentSecurityPolicy: {
        useDefaults: false,
        directives: {
          defaultSrc: ["'self'"],
          baseUri: ["'none'"],
          connectSrc: ["'self'", ...(env.MEDIA_URL ?? [])],
          fontSrc: ["'self'"],
          formAction: ["'self'"],
          frameAncestors: [(_req, res) => framersIn(res).join(' ') || "'none'"],
          imgSrc: ["'self'", 'data:', 'blob:', new URL(env.MAP_TILES_URL).origin],
          mediaSrc: ["'self'", 'blob:'],
          objectSrc: ["'none'"],
          scriptSrc: [
            "'self'",
            (req, res) =>
              COMPILES_WASM.test(pathOf(req)) ? "'wasm-unsafe-eval'" : `'nonce-${nonceOf(res)}'`,
          ],
          styleSrc: ["'self'", (_req, res) => `'nonce-${nonceOf(res)}'`],
          workerSrc: ["'self'"],
          upgradeInsecureRequests: overHttps ? [] : null,
        },
      },
      strictTransportSecurity: overHttps,
      // A room's URL contains its code.
      referrerPolicy: { policy: 'same-origin' },
    }),
  );
  router.use((req, res, next) => {
    res.setHeader('Permissions-Policy', PERMISSIONS_POLICY);
    // X-Frame-Options cannot name other origins.
    if (framersIn(res).length > 0) res.removeHeader('X-Frame-Options');
    if (pathOf(req) === FOR_OTHER_SITES) res.setHeader('Cross-Origin-Resource-Policy', 'cross-origin');
    next();
  });
  return router;
}

/**
 * Whether browsers may be told to use only HTTPS. For a year they then refuse plain HTTP at this host, on every port,
 * and untrusted certificates. So not with a self-signed certificate, or one for `localhost`.
 */
function insistsOnHttps({ PUBLIC_URL, TLS_CERT_FILE }: Env): boolean {
  if (PUBLIC_URL && new URL(PUBLIC_URL).protocol === 'https:') return true;
  if (!TLS_CERT_FILE) return false;
  const certificate = new X509Certificate(readFileSync(TLS_CERT_FILE));
  return !certificate.checkIssued(certificate) && !certificate.checkHost('localhost');
}

const makeNonce: RequestHandler = (_req, res, next) => {
  res.locals.cspNonce = randomBytes(16).toString('base64');
  next();
};

/** Path of a request, without the query. */
function pathOf({ url = '' }: IncomingMessage): string {
  return url.split('?', 1)[0] ?? '';
}

/** The origins whose pages may embed the response. */
function framersIn(res: object): readonly string[] {
  const locals: unknown = 'locals' in res ? res.locals : null;
  if (typeof locals !== 'object' || locals === null || !('framers' in locals)) return [];
  return Array.isArray(locals.framers) ? locals.framers.map(String) : [];
}

function nonceOf(res: object): string {
  return 'locals' in res && typeof res.locals === 'object' && res.locals && 'cspNonce' in res.locals
    ? String(res.locals.cspNonce)
    : '';
}
