import { ensureWorker } from './worker.ts';

/** Provides the worker and prints only its path on standard output: the image build copies it from there. */
const path = await ensureWorker((line) => process.stderr.write(`${line}\n`));
process.stdout.write(`${path}\n`);
