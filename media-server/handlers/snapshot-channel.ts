import type { Handler } from './handler.ts';

export const snapshotChannel: Handler<'snapshotChannel'> = async (session, data) => {
  session.assertSeat('host');
  await session.room.saveSnapshot(data);
  return {};
};
