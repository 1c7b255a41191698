import { parseArgs } from 'node:util';
import { runStack } from './stack/run.ts';

/** `npm run dev [-- --https]`: like start, with pages served by Vite and the media server restarted on changes. */
const { values } = parseArgs({ options: { https: { type: 'boolean', default: false } } });

await runStack({ mode: 'development', https: values.https, temporary: false });
