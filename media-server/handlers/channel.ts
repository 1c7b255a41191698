import type { Handler } from './handler.ts';

export const createChannel: Handler<'createChannel'> = async (session, { camera }) => {
  session.assertSeat('host');
  await session.room.change({ type: 'open', camera });
  return {};
};

export const requestChannel: Handler<'requestChannel'> = async (session, data) => {
  session.assertSeat('guest');
  await session.room.request(session, data);
  return {};
};

export const startChannel: Handler<'startChannel'> = async (session) => {
  session.room.assertSeated(session);
  await session.room.change({ type: 'ready', seat: session.seat, at: session.room.clock.now() });
  return {};
};

export const leaveChannel: Handler<'leaveChannel'> = async (session) => {
  session.room.assertCall(session);
  await session.room.end('FINISHED', 'left', session.seat);
  return {};
};

export const finishChannel: Handler<'finishChannel'> = async (session) => {
  session.assertSeat('host');
  await session.room.end('FINISHED', 'left', 'host');
  return {};
};

export const failChannel: Handler<'failChannel'> = async (session, { reason }) => {
  session.room.assertSeated(session);
  await session.room.end('FAILED', reason, session.seat);
  return {};
};

export const snapshotChannel: Handler<'snapshotChannel'> = async (session, data) => {
  session.assertSeat('host');
  await session.room.saveSnapshot(data);
  return {};
};

export const extendCode: Handler<'extendCode'> = async (session) => {
  session.assertSeat('host');
  await session.room.extendCode();
  return {};
};

export const offerControl: Handler<'offerControl'> = async (session, { modes }) => {
  session.assertSeat('host');
  await session.room.change({ type: 'offer', seat: 'host', modes });
  return {};
};

export const raiseHand: Handler<'raiseHand'> = async (session, { raised }) => {
  session.room.assertCall(session);
  await session.room.change({ type: 'hand', seat: session.seat, raised });
  return {};
};

export const updateCamera: Handler<'updateCamera'> = async (session, { camera }) => {
  session.room.assertSeated(session);
  await session.room.change({ type: 'camera', seat: session.seat, camera });
  return {};
};
