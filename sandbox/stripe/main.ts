import process from 'node:process';
import { type Environment, parseEnvironment } from './env.ts';
import { startSandbox } from './server.ts';

/** Stripe's API and hosted pages without a network, for `npm start`, `npm run dev` and tests: no money moves. */

const starting = startSandbox(readEnvironmentOrExit());
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    const exit = () => process.exit(0);
    starting.then((sandbox) => sandbox.close()).then(exit, exit);
  });
}
starting.then(
  ({ apiPort, pagesPort }) => {
    process.stdout.write(`Payment sandbox: API on 127.0.0.1:${apiPort}, pages on port ${pagesPort}\n`);
  },
  (error: Error) => {
    process.stderr.write(`The payment sandbox could not start: ${error.message}\n`);
    process.exit(1);
  },
);

function readEnvironmentOrExit(): Environment {
  try {
    return parseEnvironment(process.env);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  }
}
