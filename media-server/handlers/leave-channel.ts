import type { Handler } from './handler.ts';

export const leaveChannel: Handler<'leaveChannel'> = async (session) => {
  session.room.assertCall(session);
  await session.room.end('FINISHED', 'left', session.seat);
  return {};
};
