import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';

/** In bytes, compressed by Brotli as served. */
const BUDGET = 88_000;

const root = fileURLToPath(new URL('../../../', import.meta.url));
const MANIFEST = `${root}build/.vite/client-manifest.json`;

/** https://vite.dev/guide/backend-integration */
const manifestSchema = z.record(
  z.string(),
  z.object({ file: z.string(), src: z.string().optional(), imports: z.array(z.string()).optional() }),
);
type Manifest = z.infer<typeof manifestSchema>;

/** Initial modules of the home page: its routes, the entry, and its texts in one language. */
const INITIAL = [
  'app/entry.client.tsx',
  'app/root.tsx',
  'app/routes/site/($lang).tsx',
  'app/routes/site/($lang)._index.tsx',
  'locales/es/common.json',
  'locales/es/home.json',
];

function entryOf(manifest: Manifest, source: string): string {
  // Routes are listed as `app/routes/x.tsx?__remix-build-client-route`.
  const keys = Object.keys(manifest).filter((key) => key.split('?')[0] === source);
  const [key] = keys;
  if (key === undefined || keys.length > 1) throw new Error(`${source} is there ${keys.length} times`);
  return key;
}

function filesFrom(manifest: Manifest, sources: string[]): Set<string> {
  const files = new Set<string>();
  const visit = (key: string) => {
    const chunk = manifest[key];
    if (!chunk) throw new Error(`${key} is not in the manifest`);
    if (files.has(chunk.file)) return;
    files.add(chunk.file);
    chunk.imports?.forEach(visit);
  };
  for (const source of sources) visit(entryOf(manifest, source));
  return files;
}

describe('the home page', () => {
  let files: string[];
  const code = (file: string) => readFileSync(`${root}build/client/${file}`);

  beforeAll(() => {
    if (!existsSync(MANIFEST)) {
      execFileSync(`${root}node_modules/.bin/remix`, ['vite:build'], {
        cwd: root,
        stdio: 'pipe',
        // React's development build is twice as large.
        env: { ...process.env, NODE_ENV: 'production' },
      });
    }
    const manifest = manifestSchema.parse(JSON.parse(readFileSync(MANIFEST, 'utf8')));
    files = [...filesFrom(manifest, INITIAL)];
  }, 180_000);

  it('loads less JavaScript than its budget', () => {
    const sizes = files.map((file) => [file, brotliCompressSync(code(file)).length] as const);
    const total = sizes.reduce((sum, [, size]) => sum + size, 0);
    const largest = sizes.toSorted(([, a], [, b]) => b - a).map(([file, size]) => `${size} ${file}`);
    expect(total, largest.join('\n')).toBeLessThan(BUDGET);
    // A total below React's own size would mean that files were missed.
    expect(total).toBeGreaterThan(40_000);
  });

  it('loads neither the call nor its libraries', () => {
    const marks = { three: 'WebGLRenderer', 'mediasoup-client': 'mediasoup-client', zod: 'ZodError' };
    const all = files.map((file) => code(file).toString()).join('\n');
    for (const [name, mark] of Object.entries(marks)) expect(all.includes(mark), name).toBe(false);
    // The markers are meaningful only if a call's chunks contain them.
    const manifest = manifestSchema.parse(JSON.parse(readFileSync(MANIFEST, 'utf8')));
    const everything = Object.values(manifest)
      .filter(({ file }) => file.endsWith('.js'))
      .map(({ file }) => code(file).toString())
      .join('\n');
    for (const [name, mark] of Object.entries(marks)) expect(everything.includes(mark), name).toBe(true);
  });
});
