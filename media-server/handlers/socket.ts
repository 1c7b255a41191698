import { CLOSE_CODES } from '#protocol/errors.ts';
import type { Handler } from './handler.ts';

/** Any message proves that the client is alive; this one does nothing else. */
export const keepAliveSocket: Handler<'keepAliveSocket'> = () => ({});

export const logout: Handler<'logout'> = (session) => {
  session.peer.closeAfterAnswer(CLOSE_CODES.LOGGED_OUT);
  return {};
};
