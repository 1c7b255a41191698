import { ProtocolError } from '#protocol/errors.ts';
import { logger } from './log.server.ts';

/**
 * Goes on with something after the answer, so that the answer's time does not tell what was found or done. A failure
 * is logged.
 */
export function inBackground(what: string, work: () => Promise<void>): void {
  work().catch((error: unknown) => {
    const refused = error instanceof ProtocolError;
    logger[refused ? 'warn' : 'error'](
      { what, ...(refused ? { code: error.code } : { err: error }) },
      'left undone',
    );
  });
}
