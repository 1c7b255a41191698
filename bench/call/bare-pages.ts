import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import express from 'express';
import { build } from 'vite';
import { z } from 'zod';
import type { Visitor } from './browsers.ts';
import type { Cleanup } from './cleanup.ts';
import type { Shape } from './contender.ts';

const root = fileURLToPath(new URL('./pages', import.meta.url));
const NAMES = ['loopback', 'host', 'guest', 'camera'] as const;

type PageName = (typeof NAMES)[number];
export type BarePages = {
  urlOf(name: PageName, shape: Shape, server?: string): string;
  open(visitor: Visitor, name: PageName, shape: Shape, server?: string): Promise<Page>;
};

/** Builds and serves the pages of the contenders other than Panocall, and the page that reads the film's clock. */
export async function serveBarePages(cleanup: Cleanup): Promise<BarePages> {
  const outDir = await mkdtemp(join(tmpdir(), 'panocall-bench-pages-'));
  cleanup.add(() => rm(outDir, { recursive: true, force: true }));
  await build({
    configFile: false,
    root,
    logLevel: 'warn',
    build: {
      outDir,
      emptyOutDir: true,
      target: 'es2022',
      // three.js is one large file.
      chunkSizeWarningLimit: 2_000,
      rollupOptions: { input: NAMES.map((name) => join(root, `${name}.html`)) },
    },
  });
  // Not Vite's preview server, which exits on a signal before anything else is closed.
  const server = express().use(express.static(outDir)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  cleanup.add(() => server.close());
  const { port } = z.object({ port: z.number() }).parse(server.address());

  const urlOf: BarePages['urlOf'] = (name, { width, height, bitrate }, socket = '') => {
    const query = new URLSearchParams({
      width: String(width),
      height: String(height),
      bitrate: String(bitrate),
      socket,
    });
    return `http://127.0.0.1:${port}/${name}.html?${query}`;
  };
  return {
    urlOf,
    async open(visitor, ...asked) {
      const page = await visitor.open();
      await page.goto(urlOf(...asked));
      await page.locator('body[data-ready]').waitFor({ state: 'attached' });
      return page;
    },
  };
}
