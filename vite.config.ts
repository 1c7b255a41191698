import { vitePlugin as remix } from '@remix-run/dev';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';
import remixConfig from './remix.config.js';

/**
 * Which modules share a chunk, besides those that Rollup puts together: one chunk of a dozen small files compresses
 * better than they do, and without HTTP/2 a page that asks for twenty files waits for most of them.
 */
const CHUNKS: Record<string, RegExp[]> = {
  // What every page needs and only an upgrade changes: caches keep it over our own releases.
  framework: [
    /^(?:(?!\/node_modules\/).)*\/node_modules\/(?:react|react-dom|react-router|react-router-dom|turbo-stream)\//,
    /^(?:(?!\/node_modules\/).)*\/node_modules\/@remix-run\/(?:react|router|server-runtime)\//,
    /commonjsHelpers/,
  ],
  // What stands on every page beside it.
  frame: [
    /vite\/preload-helper/,
    /\/lucide-react\/dist\/esm\/(?:Icon|context|createLucideIcon|shared)/,
    /\/app\/(?:i18n\/(?!price|.*json)|call\/state\/started)/,
    /\/app\/(?:components\/page\/(?:lazy-part|early-click|horizon|logo)|site\/(?:error-page|nonce|meta|root-data))\./,
    /\/app\/(?:site\/frame\/(?!site-menu|language-dialog)|components\/ui\/(?:button|icon-button|outcome|spinner)\.)/,
  ],
  // What pages with people and forms share, and the home page does not need.
  site: [
    /\/lucide-react\/dist\/esm\/icons\/(?:check|circle-alert|circle-check|info|list|map|search|star)\./,
    /\/lucide-react\/dist\/esm\/icons\/chevron-(?:down|left|right)\./,
    /\/app\/(?:entities\/lookups\/names|pictures\/sizes|i18n\/price|forms\/(?:page-form|refusal)|people\/map\/frame)\./,
    /\/app\/(?:pictures\/avatar\/avatar|people\/(?:names|price-tag|use-camera-name|reviews\/stars)|components\/page\/pager)\./,
    /\/app\/components\/ui\/(?:alert|checkbox|field|select|text-area|text-field)\./,
  ],
};

function chunkOf(id: string): string | undefined {
  return Object.keys(CHUNKS).find((name) => CHUNKS[name]?.some((modules) => modules.test(id)));
}

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [tailwindcss(), remix(remixConfig)],
  build: {
    target: 'es2022',
    // For the test of the home page's size.
    manifest: true,
    // Five per cent smaller than esbuild's, which is what the home page's limit leaves for the page itself. What runs
    // on the server stays as it is, so that its errors name functions.
    minify: isSsrBuild ? false : 'terser',
    terserOptions: { compress: { ecma: 2020 } },
    cssMinify: 'lightningcss',
    // Older than light-dark(): iPhones that end at iOS 16.
    cssTarget: ['chrome111', 'firefox128', 'safari16.4'],
    rollupOptions: {
      output: isSsrBuild
        ? {}
        : {
            manualChunks: chunkOf,
            // Else a chunk takes along all that its modules import: with one icon, every icon that any page has.
            onlyExplicitManualChunks: true,
          },
    },
  },
  worker: { format: 'es' },
  // Found before the first page is asked for; finding them later makes the development server load React twice.
  optimizeDeps: {
    entries: [
      'app/entry.client.tsx',
      'app/{accounts,admin,call,components,contact,content,forms,people,pictures,realtime,site,sphere}/**/!(*.test|*.server).{ts,tsx}',
    ],
  },
}));
