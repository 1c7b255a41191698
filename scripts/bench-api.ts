import { benchApi } from '#bench/api/run.ts';

await benchApi();
