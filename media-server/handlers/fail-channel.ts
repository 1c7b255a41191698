import type { Handler } from './handler.ts';

export const failChannel: Handler<'failChannel'> = async (session, { reason }) => {
  session.room.assertSeated(session);
  await session.room.end('FAILED', reason, session.seat);
  return {};
};
