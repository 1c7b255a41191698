import type { Handler } from './handler.ts';

export const recordCall: Handler<'recordCall'> = async (session, { wanted }) => {
  session.room.assertCall(session);
  await session.room.change({ type: 'record', seat: session.seat, wanted });
  return {};
};

export const answerRecording: Handler<'answerRecording'> = async (session, { agreed }) => {
  const { room, seat } = session;
  room.assertCall(session);
  await room.change({ type: 'answer', seat, agreed, at: room.clock.now() });
  return {};
};
