import { benchCall } from './run.ts';

await benchCall();
