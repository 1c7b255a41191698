import { ensureWorker } from './worker.ts';

/** Makes the worker and prints its path alone on standard output: the image build copies it from there. */
const path = await ensureWorker((line) => process.stderr.write(`${line}\n`));
process.stdout.write(`${path}\n`);
