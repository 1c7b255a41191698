import { benchWeb } from './run.ts';

await benchWeb();
