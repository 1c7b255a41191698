import type { ControlMode } from '#protocol/control-modes.ts';
import { ProtocolError } from '#protocol/errors.ts';
import type { RoomSession } from '../rooms/room.ts';
import type { Handler } from './handler.ts';

export const padChannel: Handler<'padChannel'> = (session, data) => {
  assertOffered(session, 'PAD');
  session.room.relay(session, 'padChannel', data);
  return {};
};

export const voiceDirection: Handler<'voiceDirection'> = (session, data) => {
  assertOffered(session, 'VOICE');
  session.room.relay(session, 'voiceDirection', data);
  return {};
};

function assertOffered({ room, seat }: RoomSession, mode: ControlMode): void {
  const other = room.channel.seats[seat === 'host' ? 'guest' : 'host'];
  if (!other?.controlModes.includes(mode)) throw new ProtocolError('WRONG_STATE');
}

export const message: Handler<'message'> = (session, data) => {
  session.room.relay(session, 'message', data);
  return {};
};

export const pictureSaved: Handler<'pictureSaved'> = (session, data) => {
  session.room.relay(session, 'pictureSaved', data);
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
