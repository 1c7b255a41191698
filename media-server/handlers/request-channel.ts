import type { Handler } from './handler.ts';

export const requestChannel: Handler<'requestChannel'> = async (session, data) => {
  session.assertSeat('guest');
  await session.room.request(session, data);
  return {};
};
