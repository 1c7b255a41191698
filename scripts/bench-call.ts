import { benchCall } from '#bench/call/run.ts';

await benchCall();
