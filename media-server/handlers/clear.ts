import type { Handler } from './handler.ts';

export const clear: Handler<'clear'> = async (session) => {
  session.room.media(session).own.clear();
  await session.room.change({ type: 'unready', seat: session.seat });
  return {};
};
