import { PassThrough } from 'node:stream';
import { type AppLoadContext, createReadableStreamFromReadable, type EntryContext } from '@remix-run/node';
import { isRouteErrorResponse, RemixServer } from '@remix-run/react';
import { isbot } from 'isbot';
import { renderToPipeableStream } from 'react-dom/server';
import { UNAVAILABLE_S } from '#app/http/answers/answer.server.ts';
import { logger } from '#app/platform/log.server.ts';
import { currentParameters } from '#app/platform/parameters.server.ts';
import { NonceProvider } from '#app/site/nonce.ts';
import { ERROR_STATUS } from '#protocol/errors.ts';
import { loadCatalogues } from './i18n/catalogues.ts';
import { namespacesOf } from './i18n/handle.ts';
import { languageOfPath } from './i18n/languages.ts';

// Texts name the site from the first request on.
void currentParameters();

export const streamTimeout = 5_000;
/** Later than `streamTimeout`, so that timeouts still reach the page as errors. */
const ABORT_DELAY_MS = streamTimeout + 1_000;

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
  loadContext: AppLoadContext,
): Promise<Response> {
  const modules = context.staticHandlerContext.matches.map(({ route }) => context.routeModules[route.id]);
  await loadCatalogues(languageOfPath(new URL(request.url).pathname), namespacesOf(modules));
  const refused = Object.values(context.staticHandlerContext.errors ?? {}).find(isRouteErrorResponse);
  // `server/methods.ts` throws it with the methods that the page serves.
  if (refused?.status === ERROR_STATUS.METHOD_NOT_ALLOWED) headers.set('Allow', String(refused.data));
  const nonce = loadContext.cspNonce;
  // Crawlers need the whole page; people should see its beginning early.
  const waitsForAll = isbot(request.headers.get('User-Agent'));

  return new Promise((resolve, reject) => {
    let shellSent = false;
    const send = () => {
      shellSent = true;
      const body = new PassThrough();
      headers.set('Content-Type', 'text/html; charset=utf-8');
      // A page contains its own nonce and may depend on cookies and languages.
      headers.set('Cache-Control', 'private, no-cache');
      askToRetry(headers, status);
      resolve(new Response(createReadableStreamFromReadable(body), { headers, status }));
      pipe(body);
    };
    const { pipe, abort } = renderToPipeableStream(
      <NonceProvider value={nonce}>
        <RemixServer context={context} url={request.url} abortDelay={ABORT_DELAY_MS} nonce={nonce} />
      </NonceProvider>,
      {
        nonce,
        onShellReady() {
          // Not earlier: the shell waits only for the CPU, which takes long when hundreds of people come at once.
          setTimeout(abort, ABORT_DELAY_MS).unref();
          if (!waitsForAll) send();
        },
        onAllReady() {
          if (waitsForAll) send();
        },
        onShellError: reject,
        onError(error) {
          // Errors before the shell is sent reject, and are logged by handleError.
          if (shellSent) logger.error({ err: error }, 'rendering failed');
        },
      },
    );
  });
}

/** Adds headers to the data that a page loads on navigation. */
export function handleDataRequest(response: Response): Response {
  askToRetry(response.headers, response.status);
  return response;
}

function askToRetry(headers: Headers, status: number): void {
  if (status === ERROR_STATUS.UNAVAILABLE) headers.set('Retry-After', String(UNAVAILABLE_S));
}

export function handleError(error: unknown, { request }: { request: Request }): void {
  if (request.signal.aborted) return;
  logger.error({ err: error }, 'request failed');
}
