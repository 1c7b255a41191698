import type { Handler } from './handler.ts';

export const createChannel: Handler<'createChannel'> = async (session, { camera }) => {
  session.assertSeat('host');
  await session.room.change({ type: 'open', camera });
  return {};
};
