import { join } from 'node:path';
import { startChild } from '#scripts/processes/child.ts';
import { root } from '#scripts/stack/settings.ts';

/** `npm run bench:fuzz`: the random requests of `tests/api/fuzz.test.ts`, ten times as many as a test run sends. */
const vitest = join(root, 'node_modules', '.bin', 'vitest');
const child = startChild([process.execPath, vitest, 'run', '--project', 'api', 'tests/api/fuzz.test.ts'], {
  cwd: root,
  env: { ...process.env, FUZZ_REQUESTS: '100000' },
  output: 'inherit',
  stopSignal: 'INT',
});
if ((await child.exited) !== 'exit code 0') process.exitCode = 1;
