import { parseArgs } from 'node:util';
import { runStack } from './stack/run.ts';

/**
 * `npm start [-- --https] [-- --temporary [--demo]]`: runs everything Panocall needs on this machine, in production
 * mode.
 */
const { values } = parseArgs({
  options: {
    https: { type: 'boolean', default: false },
    temporary: { type: 'boolean', default: false },
    demo: { type: 'boolean', default: false },
  },
});

await runStack({ mode: 'production', ...values });
