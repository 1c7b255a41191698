import { vitePlugin as remix } from '@remix-run/dev';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';
import remixConfig from './remix.config.js';

/** What every page needs and only an upgrade changes: one chunk, which caches keep over our own releases. */
const FRAMEWORK =
  /^(?:(?!\/node_modules\/).)*\/node_modules\/(react|react-dom|react-router|react-router-dom|@remix-run\/(react|router)|turbo-stream)\//;

/** What stands on every page beside it: one chunk compresses better than a dozen. */
const FRAME =
  /\/lucide-react\/dist\/esm\/(?:Icon|context|createLucideIcon|shared)|\/app\/(?:i18n\/(?!.*json)|call\/started|components\/(?:lazy-part|early-click|error-page|nonce|social-meta|layout\/(?!site-menu|language-dialog)|ui\/(?:button|icon-button|spinner)\.))/;

function chunkOf(id: string): string | undefined {
  if (FRAMEWORK.test(id)) return 'framework';
  return FRAME.test(id) ? 'frame' : undefined;
}

export default defineConfig({
  plugins: [tailwindcss(), remix(remixConfig)],
  build: {
    target: 'es2022',
    // For the test of the home page's size.
    manifest: true,
    // Five per cent smaller than esbuild's, which is what the home page's limit leaves for the page itself.
    minify: 'terser',
    terserOptions: { compress: { ecma: 2020 } },
    cssMinify: 'lightningcss',
    // Older than light-dark(): iPhones that end at iOS 16.
    cssTarget: ['chrome111', 'firefox128', 'safari16.4'],
    rollupOptions: { output: { manualChunks: chunkOf } },
  },
  worker: { format: 'es' },
  // Found before the first page is asked for; finding them later makes the development server load React twice.
  optimizeDeps: {
    entries: ['app/entry.client.tsx', 'app/{call,components,realtime,sphere}/**/!(*.test).{ts,tsx}'],
  },
});
