import type { Handler } from './handler.ts';

export const updateCamera: Handler<'updateCamera'> = async (session, { camera }) => {
  session.room.assertSeated(session);
  await session.room.change({ type: 'camera', seat: session.seat, camera });
  return {};
};
