import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const entryPoint = createRequire(import.meta.url).resolve('mediasoup');

/** Folder of mediasoup's npm package, which includes the worker's sources. Its entry point is node/lib/index.js. */
export const mediasoupFolder = join(dirname(entryPoint), '..', '..');
