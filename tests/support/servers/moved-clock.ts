import { existsSync } from 'node:fs';

/**
 * Loaded into a process with `node --import`: its clock is an hour ahead as long as the file MOVED_CLOCK exists, which is
 * looked at twenty times a second.
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
