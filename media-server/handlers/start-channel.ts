import type { Handler } from './handler.ts';

export const startChannel: Handler<'startChannel'> = async (session) => {
  session.room.assertSeated(session);
  await session.room.change({ type: 'ready', seat: session.seat, at: Date.now() });
  return {};
};
