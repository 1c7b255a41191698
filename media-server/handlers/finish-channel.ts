import type { Handler } from './handler.ts';

export const finishChannel: Handler<'finishChannel'> = async (session) => {
  session.assertSeat('host');
  await session.room.end('FINISHED', 'left', 'host');
  return {};
};
