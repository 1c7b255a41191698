import type { Handler } from './handler.ts';

export const padChannel: Handler<'padChannel'> = (session, data) => {
  session.room.relay(session, 'padChannel', data);
  return {};
};

export const message: Handler<'message'> = (session, data) => {
  session.room.relay(session, 'message', data);
  return {};
};

export const messageReceived: Handler<'messageReceived'> = (session, data) => {
  session.room.relay(session, 'messageReceived', data);
  return {};
};
