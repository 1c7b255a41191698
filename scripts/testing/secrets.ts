import { createHash } from 'node:crypto';

/** Shorter values would appear in logs by chance. */
const MIN_LENGTH = 8;

/**
 * Every secret that tests in this process have used or received, in each form in which a log may contain it; by its
 * first characters.
 */
const used = new Map<string, Set<string>>();

/** Records a value that no log may contain: a password, a token, a cookie, a room code, an email address. */
export function recordSecret(value: string): void {
  if (value.length < MIN_LENGTH) return;
  const digest = createHash('sha256').update(value).digest();
  const forms = [
    value,
    encodeURIComponent(Buffer.from(value).toString()),
    JSON.stringify(value).slice(1, -1),
    digest.toString('base64url'),
    digest.toString('hex'),
  ];
  for (const form of forms) {
    const start = form.slice(0, MIN_LENGTH);
    used.set(start, (used.get(start) ?? new Set()).add(form));
  }
}

/** Lines of a log that contain a recorded secret. */
export function linesWithSecrets(log: string): string[] {
  return log.split('\n').filter((line) => {
    for (let at = 0; at + MIN_LENGTH <= line.length; at++) {
      for (const form of used.get(line.slice(at, at + MIN_LENGTH)) ?? [])
        if (line.startsWith(form, at)) return true;
    }
    return false;
  });
}

/** @throws Error with the lines of a log that contain a recorded secret */
export function assertNoSecrets(log: string): void {
  const lines = linesWithSecrets(log);
  if (lines.length > 0) throw new Error(`The log contains secrets:\n${lines.join('\n')}`);
}
