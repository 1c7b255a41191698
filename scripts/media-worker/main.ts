import { ensureWorker } from './worker.ts';

/** Provides the worker and prints only its path on standard output, for the image build. */
const path = await ensureWorker((line) => process.stderr.write(`${line}\n`));
process.stdout.write(`${path}\n`);
