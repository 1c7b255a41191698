import type { Handler } from './handler.ts';

export const produce: Handler<'produce'> = async (session, data) => ({
  producerId: await session.room.media(session).own.produce(data),
});

export const setProducerPaused: Handler<'setProducerPaused'> = async (session, { producerId, paused }) => {
  await session.room.media(session).own.setProducerPaused(producerId, paused);
  return {};
};

export const closeProducer: Handler<'closeProducer'> = (session, { producerId }) => {
  session.room.media(session).own.closeProducer(producerId);
  return {};
};
