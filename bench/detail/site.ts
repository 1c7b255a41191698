import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import express from 'express';
import { build } from 'vite';
import { z } from 'zod';
import type { Cleanup } from '../call/cleanup.ts';
import type { Sample } from './judge.ts';

/** `samples` are those that the receiver has posted. */
export type Site = { address: string; samples: Sample[] };

const integer = z.coerce.number().int();
const planeSchema = z.object({
  at: z.coerce.number(),
  index: integer,
  width: integer,
  height: integer,
  stride: integer,
});

/** Builds and serves the pages, and collects the samples. @param folder for the built pages */
export async function serveSite(folder: string, cleanup: Cleanup): Promise<Site> {
  const root = fileURLToPath(new URL('./pages', import.meta.url));
  const outDir = join(folder, 'pages');
  await build({
    configFile: false,
    root,
    logLevel: 'warn',
    build: {
      outDir,
      emptyOutDir: true,
      target: 'es2022',
      rollupOptions: { input: ['sender', 'receiver'].map((name) => join(root, `${name}.html`)) },
    },
  });
  const samples: Sample[] = [];
  const app = express();
  app.post('/sample', express.raw({ type: () => true, limit: '100mb' }), (request, response) => {
    const { at, index, ...size } = planeSchema.parse(request.query);
    const plane = { ...size, data: new Uint8Array(request.body) };
    const last = samples.at(-1);
    if (index === 0) samples.push({ at, whole: plane, detail: null });
    else if (last?.at === at) last.detail = plane;
    response.end();
  });
  const server = app.use(express.static(outDir)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  cleanup.add(() => server.close());
  const { port } = z.object({ port: z.number() }).parse(server.address());
  return { address: `http://127.0.0.1:${port}`, samples };
}
