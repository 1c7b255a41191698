import type { Handler } from './handler.ts';

export const createTransport: Handler<'createTransport'> = (session, { direction }) =>
  session.room.media(session).own.createTransport(direction);

export const connectTransport: Handler<'connectTransport'> = async (session, data) => {
  await session.room.media(session).own.connectTransport(data);
  return {};
};

export const restartIce: Handler<'restartIce'> = (session, { transportId }) =>
  session.room.media(session).own.restartIce(transportId);
