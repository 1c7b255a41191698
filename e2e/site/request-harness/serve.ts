import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import { createServer } from 'vite';

/** Serves the harness on a free local port. */
export async function serveHarness(): Promise<{ url: string; close: () => Promise<void> }> {
  const project = fileURLToPath(new URL('../../..', import.meta.url));
  const server = await createServer({
    root: fileURLToPath(new URL('.', import.meta.url)),
    configFile: false,
    logLevel: 'warn',
    plugins: [tailwindcss()],
    cacheDir: `${project}node_modules/.cache/request-harness`,
    server: { host: '127.0.0.1', port: 0, hmr: false, watch: null, fs: { allow: [project] } },
    optimizeDeps: {
      include: [
        'react/jsx-dev-runtime',
        'react-dom/client',
        'react-router-dom',
        '@remix-run/react',
        'radix-ui',
        'lucide-react',
        'zod',
      ],
    },
  });
  await server.listen();
  const url = server.resolvedUrls?.local[0];
  if (!url) throw new Error('The harness has no address');
  return { url, close: () => server.close() };
}
