import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Loaded into the servers with `node --import`: collects garbage at SIGUSR2. What a process then takes is what it keeps;
 * otherwise V8 lets its heap grow for as long as there is memory.
 */

setFlagsFromString('--expose-gc');
const collect: unknown = runInNewContext('gc');

process.on('SIGUSR2', () => {
  if (typeof collect === 'function') collect();
});
