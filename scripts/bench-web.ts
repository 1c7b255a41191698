import { benchWeb } from '#bench/web/run.ts';

await benchWeb();
