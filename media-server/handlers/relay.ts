import { ProtocolError } from '#protocol/errors.ts';
import type { Handler } from './handler.ts';

export const padChannel: Handler<'padChannel'> = (session, data) => {
  const { seats } = session.room.channel;
  const other = seats[session.seat === 'host' ? 'guest' : 'host'];
  if (!other?.controlModes.includes('PAD')) throw new ProtocolError('WRONG_STATE');
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

export const lookHere: Handler<'lookHere'> = (session, data) => {
  session.room.relay(session, 'lookHere', data);
  return {};
};
