import { benchApi } from './run.ts';

await benchApi();
