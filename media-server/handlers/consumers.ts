import type { Handler } from './handler.ts';

export const consume: Handler<'consume'> = (session, data) => {
  const { own, other } = session.room.media(session);
  return own.consume(data, other);
};

export const resumeConsumer: Handler<'resumeConsumer'> = async (session, { consumerId }) => {
  await session.room.media(session).own.resumeConsumer(consumerId);
  return {};
};
