import type { Server } from 'node:http';
import { fileURLToPath } from 'node:url';
import { createRequestHandler } from '@remix-run/express';
import type { ServerBuild } from '@remix-run/node';
import { type RequestHandler, Router } from 'express';
import sirv from 'sirv';
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
  // Not '*', whose match Express decodes, and malformed addresses cannot be.
  router.get(/^/, ofRoute('static'), staticFiles());
  router.use('/assets', notFound);
  const patternOf = routePatterns(build.routes);
  router.use(
    ofRoute((path) => patternOf(path) ?? 'none'),
    pages(served(build)),
  );
  return router;
}

/** The build's files, compressed by Brotli when it was made if the browser accepts that. */
function staticFiles(): RequestHandler {
  return sirv(CLIENT_FILES, {
    brotli: true,
    etag: true,
    extensions: [],
    setHeaders(res, path) {
      // File names in /assets contain a content hash.
      const age = path.startsWith('/assets/') ? 'max-age=31536000, immutable' : 'max-age=3600';
      res.setHeader('Cache-Control', `public, ${age}`);
    },
  });
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

const notFound: RequestHandler = (_req, res) => {
  res.sendStatus(404);
};

function asServerBuild(module: unknown): ServerBuild {
  if (!isServerBuild(module)) throw new Error('The site has not been built');
  return module;
}

function isServerBuild(module: unknown): module is ServerBuild {
  return typeof module === 'object' && module !== null && 'entry' in module && 'routes' in module;
}
