import type { Handler } from './handler.ts';

export const createTransport: Handler<'createTransport'> = async (session, data) => {
  const { room } = session;
  const { own } = data.direction === 'receive' ? room.view(session) : room.media(session);
  return { ...(await own.createTransport(data)), iceServers: room.iceServers(session) };
};

export const updateEncryption: Handler<'updateEncryption'> = (session, { encryption }) => {
  session.room.view(session).own.updateEncryption(encryption);
  return {};
};

export const connectTransport: Handler<'connectTransport'> = async (session, data) => {
  await session.room.view(session).own.connectTransport(data);
  return {};
};

export const restartIce: Handler<'restartIce'> = async (session, { transportId }) => {
  const { room, seat } = session;
  const iceParameters = await room.media(session).own.restartIce(transportId);
  room.note({ seat, kind: 'restart' });
  return { iceParameters, iceServers: room.iceServers(session) };
};

export const produce: Handler<'produce'> = async (session, data) => ({
  producerId: await session.room.media(session).own.produce(data),
});

export const setProducerPaused: Handler<'setProducerPaused'> = async (session, { producerId, paused }) => {
  await session.room.media(session).own.setProducerPaused(producerId, paused);
  return {};
};

export const closeProducer: Handler<'closeProducer'> = async (session, { producerId }) => {
  await session.room.media(session).own.closeProducer(producerId);
  return {};
};

export const consume: Handler<'consume'> = (session, data) => {
  const { own, other } = session.room.view(session);
  return own.consume(data, other);
};

export const resumeConsumer: Handler<'resumeConsumer'> = async (session, { consumerId }) => {
  await session.room.view(session).own.resumeConsumer(consumerId);
  return {};
};

export const produceData: Handler<'produceData'> = async (session, data) => ({
  dataProducerId: await session.room.media(session).own.produceData(data),
});

export const consumeData: Handler<'consumeData'> = (session, { dataProducerId }) => {
  const { own, other } = session.room.media(session);
  return own.consumeData(dataProducerId, other);
};

export const requestKeyFrame: Handler<'requestKeyFrame'> = async (session) => {
  await session.room.media(session).own.requestKeyFrame();
  return {};
};

export const wishVideo: Handler<'wishVideo'> = async (session, wish) => {
  await session.room.media(session).own.wishVideo(wish);
  return {};
};

export const reportHealth: Handler<'reportHealth'> = (session, report) => {
  session.room.media(session).own.report = report;
  return {};
};

export const clear: Handler<'clear'> = async (session) => {
  session.room.media(session).own.clear();
  await session.room.change({ type: 'unready', seat: session.seat });
  return {};
};
