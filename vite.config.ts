import { fileURLToPath } from 'node:url';
import { vitePlugin as remix } from '@remix-run/dev';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';
import { compression } from 'vite-plugin-compression2';
import remixConfig from './remix.config.js';

/**
 * Manual chunks besides Rollup's own: one chunk of a dozen small files compresses better, and without HTTP/2 a page
 * that requests twenty files has to wait for most of them.
 */
const CHUNKS: Record<string, RegExp[]> = {
  // Needed by every page and changed only by upgrades, so it stays cached across our releases.
  framework: [
    /^(?:(?!\/node_modules\/).)*\/node_modules\/(?:react|react-dom|react-router|react-router-dom|turbo-stream)\//,
    /^(?:(?!\/node_modules\/).)*\/node_modules\/@remix-run\/(?:react|router|server-runtime)\//,
    /commonjsHelpers/,
  ],
  // Header, footer and the rest of every page's frame.
  frame: [
    /vite\/preload-helper/,
    /\/node_modules\/get-nonce\//,
    /\/lucide-react\/dist\/esm\/(?:Icon|context|createLucideIcon|shared|icons\/(?:circle-exclamation-point|circle-check|info|play)\.)/,
    /\/app\/(?:i18n\/(?!moments|time-zones|site-slug|reader|use-reader|pay-words|price|language-name|language-records|seconds|.*json)|call\/state\/started)|\/protocol\/languages\./,
    /\/app\/(?:components\/page\/(?:lazy-part|early-click|horizon|logo)|site\/(?:confirm-address|error-page|nonce|meta|root-data))\./,
    /\/app\/(?:site\/frame\/(?!site-menu|language-dialog|live|ringing-request|server-watch|lazy-routes|forget-done)|components\/ui\/(?:alert|button|icon-button|outcome|spinner)\.)/,
    /\/app\/(?:forms\/(?:sender|unsaved)|http\/answers\/failure|site\/stale-chunk)\./,
  ],
  // Apart from what pages without forms need, because it loads dialogs.
  forms: [/\/app\/forms\/(?:client-action|confirm-again|page-form|refusal|success|unsaved-guard|values)\./],
  // Shared by pages with people and lists; not needed by the home page.
  site: [
    /\/lucide-react\/dist\/esm\/icons\/(?:check|list|map|search|star)\./,
    /\/lucide-react\/dist\/esm\/icons\/chevron-(?:down|left|right)\./,
    /\/app\/(?:entities\/lookups\/names|pictures\/sizes|i18n\/(?:price|language-name|language-records)|http\/viewers\/logged-out|people\/map\/frame)\./,
    /\/app\/(?:pictures\/avatar\/avatar|people\/(?:names|price-tag|use-camera-name|reviews\/stars)|components\/page\/pager)\./,
    /\/app\/components\/ui\/(?:checkbox|field|noted|select|text-area|text-field)\.|\/protocol\/language-table\./,
  ],
};

/** Replaces parts of @react-three/xr. */
const LEFT_OUT = fileURLToPath(new URL('app/sphere/vr/left-out.ts', import.meta.url));

function chunkOf(id: string): string | undefined {
  return Object.keys(CHUNKS).find((name) => CHUNKS[name]?.some((modules) => modules.test(id)));
}

/**
 * Zod tests by trying whether it may compile code, which the Content-Security-Policy blocks and Firefox logs as an
 * error. The setting must be in zod's own chunk: schemas read it as they are created, before any other module of a page
 * runs.
 */
const withoutEval = ({ moduleIds }: { moduleIds: readonly string[] }) =>
  moduleIds.some((id) => id.endsWith('/zod/v4/core/core.js'))
    ? 'globalThis.__zod_globalConfig={jitless:true};'
    : '';

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [
    tailwindcss(),
    remix(remixConfig),
    // A tenth smaller than what the server could compress during a request.
    !isSsrBuild && compression({ algorithms: ['brotliCompress'], include: /\.(js|css|svg|json)$/ }),
  ],
  build: {
    target: 'es2022',
    // For the test of the home page's size.
    manifest: true,
    // Five per cent smaller than esbuild's output, which the home page's limit requires. The server's build is not
    // minified, so that stack traces keep function names.
    minify: isSsrBuild ? false : 'terser',
    terserOptions: { compress: { ecma: 2020 } },
    cssMinify: 'lightningcss',
    // Browsers without light-dark(), for iPhones limited to iOS 16.
    cssTarget: ['chrome111', 'firefox128', 'safari16.4'],
    rollupOptions: {
      output: isSsrBuild
        ? {}
        : {
            intro: withoutEval,
            // A hash one character shorter than usual: the home page names about sixty chunks, and random characters do
            // not compress.
            chunkFileNames: 'assets/[name]-[hash:7].js',
            manualChunks: chunkOf,
            // Otherwise a chunk includes everything its modules import: with one icon, all icons of every page.
            onlyExplicitManualChunks: true,
          },
    },
  },
  worker: { format: 'es', rollupOptions: { output: { intro: withoutEval } } },
  resolve: {
    alias: [
      { find: './emulate.js', replacement: LEFT_OUT },
      { find: 'three/examples/jsm/loaders/GLTFLoader.js', replacement: LEFT_OUT },
    ],
  },
  // Listed for discovery before the first request; later discovery makes the development server load React twice.
  optimizeDeps: {
    entries: [
      'app/entry.client.tsx',
      'app/{accounts,admin,bookings,call,call-health,components,contact,content,developers,forms,marketplace,notifications,payments,people,pictures,realtime,requests,site,sphere,streams}/**/!(*.test|*.server).{ts,tsx}',
    ],
  },
}));
