import { readdir } from 'node:fs/promises';
import type { Server } from 'node:http';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createRequestHandler } from '@remix-run/express';
import type { ServerBuild } from '@remix-run/node';
import express, { type RequestHandler, Router } from 'express';
import expressStaticGzip from 'express-static-gzip';
import type { Env } from '#app/platform/env.server.ts';
import { inRequest } from '#app/platform/request-context.server.ts';
import { loggedPath } from './logged-path.ts';
import { withMethods } from './methods.ts';
import { routePatterns } from './metrics/route-pattern.ts';
import { withOutages } from './outages.ts';

const CLIENT_FILES = fileURLToPath(new URL('../build/client', import.meta.url));
const SERVER_BUILD = new URL('../build/server/index.js', import.meta.url);

/** Serves static files and pages: the built ones, or in development those that Vite compiles on the fly. */
export async function site(env: Env, server: Server): Promise<Router> {
  return env.NODE_ENV === 'development' ? developmentSite(server) : builtSite();
}

async function builtSite(): Promise<Router> {
  const module: unknown = await import(SERVER_BUILD.href);
  const build = asServerBuild(module);
  const router = Router();
  // File names in /assets contain a content hash.
  router.use(
    '/assets',
    ofRoute('static'),
    // The build has compressed them. A file that a later build has removed is not found, and nothing else fails.
    expressStaticGzip(`${CLIENT_FILES}/assets`, {
      enableBrotli: true,
      orderPreference: ['br'],
      index: false,
      serveStatic: { immutable: true, maxAge: '365d' },
    }),
    notFound,
  );
  router.use(
    onlyFor(
      await filesIn(CLIENT_FILES),
      ofRoute('static'),
      express.static(CLIENT_FILES, { maxAge: '1h', index: false }),
    ),
  );
  const patternOf = routePatterns(build.routes);
  router.use(
    ofRoute((path) => patternOf(path) ?? 'none'),
    pages(served(build)),
  );
  return router;
}

async function developmentSite(server: Server): Promise<Router> {
  const { createServer } = await import('vite');
  const vite = await createServer({ server: { middlewareMode: true, hmr: { server } }, appType: 'custom' });
  const router = Router();
  router.use(vite.middlewares);
  router.use(
    pages(async () => served(asServerBuild(await vite.ssrLoadModule('virtual:remix/server-build')))),
  );
  return router;
}

const served = (build: ServerBuild): ServerBuild => withOutages(withMethods(build));

function pages(build: ServerBuild | (() => Promise<ServerBuild>)): RequestHandler {
  const handler = createRequestHandler({
    build,
    getLoadContext: (req, res) => ({ cspNonce: res.locals.cspNonce, clientAddress: req.ip ?? '' }),
  });
  return (req, res, next) =>
    inRequest({ address: req.ip ?? '', path: loggedPath(req.path) }, () => handler(req, res, next));
}

/** Sets the route label of the request's metrics. */
function ofRoute(route: string | ((path: string) => string)): RequestHandler {
  return (req, res, next) => {
    res.locals.route = typeof route === 'string' ? route : route(req.path);
    next();
  };
}

/** Paths of a folder's files. */
async function filesIn(folder: string): Promise<ReadonlySet<string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return new Set(files.map(({ parentPath, name }) => `/${relative(folder, join(parentPath, name))}`));
}

/** Runs the handlers only for these paths, to spare file lookups for all others. */
function onlyFor(paths: ReadonlySet<string>, ...handlers: RequestHandler[]): RequestHandler {
  const router = Router().use(...handlers);
  return (req, res, next) => (paths.has(req.path) ? router(req, res, next) : next());
}

const notFound: RequestHandler = (_req, res) => {
  res.removeHeader('Content-Encoding');
  res.sendStatus(404);
};

function asServerBuild(module: unknown): ServerBuild {
  if (!isServerBuild(module)) throw new Error('The site has not been built');
  return module;
}

function isServerBuild(module: unknown): module is ServerBuild {
  return typeof module === 'object' && module !== null && 'entry' in module && 'routes' in module;
}
