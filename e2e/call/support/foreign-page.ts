import { once } from 'node:events';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { build } from 'vite';
import { z } from 'zod';

/** Opens an empty page of another origin, which may use cameras, with a script. @param script its file */
export async function openForeignPage(page: Page, script: URL): Promise<void> {
  const content = await bundle(fileURLToPath(script));
  const site = createServer((_, response) => response.end('<!doctype html>')).listen(0, 'localhost');
  await once(site, 'listening');
  const { port } = z.object({ port: z.number() }).parse(site.address());
  await page.goto(`http://localhost:${port}`);
  site.close();
  await page.addScriptTag({ content });
}

async function bundle(entry: string): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    build: { write: false, lib: { entry, formats: ['iife'], name: 'page' } },
  });
  const [{ output }] = z
    .tuple([z.looseObject({ output: z.array(z.looseObject({ code: z.string() })) })])
    .parse(built);
  return output.map(({ code }) => code).join();
}
