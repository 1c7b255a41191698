import { fileURLToPath } from 'node:url';
import { createServer } from 'vite';

/** Serves the harness on a free local port. */
export async function serveHarness(): Promise<{ url: string; close: () => Promise<void> }> {
  const root = fileURLToPath(new URL('.', import.meta.url));
  const project = fileURLToPath(new URL('../../..', import.meta.url));
  const server = await createServer({
    root,
    configFile: false,
    logLevel: 'warn',
    // VR loads files from here.
    publicDir: `${project}public`,
    resolve: { alias: [{ find: './emulate.js', replacement: `${project}app/sphere/vr/left-out.ts` }] },
    cacheDir: `${project}node_modules/.cache/sphere-harness`,
    server: { host: '127.0.0.1', port: 0, hmr: false, watch: null, fs: { allow: [project] } },
    optimizeDeps: {
      include: [
        'react/jsx-dev-runtime',
        'react-dom/client',
        'three',
        '@react-three/fiber',
        '@react-three/xr',
        'lucide-react',
        'zustand/vanilla',
        '@use-gesture/react',
      ],
    },
  });
  await server.listen();
  const url = server.resolvedUrls?.local[0];
  if (!url) throw new Error('The harness has no address');
  return { url, close: () => server.close() };
}
