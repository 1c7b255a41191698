import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Loaded into the servers with `node --import`: collects garbage at SIGUSR2, so that memory use shows only live data.
 * Otherwise V8 lets its heap grow while memory is available.
 */

setFlagsFromString('--expose-gc');
const collect: unknown = runInNewContext('gc');

process.on('SIGUSR2', () => {
  if (typeof collect === 'function') collect();
});
