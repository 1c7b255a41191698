import { existsSync } from 'node:fs';

/**
 * Load it into a process with `node --import`: the process's clock is an hour ahead while the file MOVED_CLOCK exists.
 * The file is checked 20 times a second.
 */

const HOUR_MS = 3_600_000;
const Real = Date;
const file = process.env.MOVED_CLOCK ?? '';
let moved = 0;

setInterval(() => {
  moved = existsSync(file) ? HOUR_MS : 0;
}, 50).unref();

const now = () => Real.now() + moved;

globalThis.Date = new Proxy(Real, {
  construct: (target, args) => (args.length === 0 ? new target(now()) : Reflect.construct(target, args)),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
});
