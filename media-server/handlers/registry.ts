import type { z } from 'zod';
import { CLOSE_CODES, invalidData, ProtocolError } from '#protocol/errors.ts';
import { type RequestData, type RequestName, requests } from '#protocol/messages.ts';
import { isRelayedName, type RelayedName } from '#protocol/relayed.ts';
import type { RoomSession } from '../rooms/room.ts';
import type { UserSession } from '../users/user-sockets.ts';
import {
  createChannel,
  extendCode,
  failChannel,
  finishChannel,
  leaveChannel,
  offerControl,
  raiseHand,
  requestChannel,
  snapshotChannel,
  startChannel,
  updateCamera,
} from './channel.ts';
import type { Handler, SessionRequestName } from './handler.ts';
import {
  clear,
  closeProducer,
  connectTransport,
  consume,
  consumeData,
  createTransport,
  produce,
  produceData,
  reportHealth,
  requestKeyFrame,
  restartIce,
  resumeConsumer,
  setProducerPaused,
  updateEncryption,
  wishVideo,
} from './media.ts';
import { answerRecording, recordCall } from './recording.ts';
import { relay } from './relay.ts';
import { keepAliveSocket, logout } from './socket.ts';

type HandledName = Exclude<SessionRequestName, RelayedName>;

const handlers: { [N in HandledName]: Handler<N> } = {
  logout,
  createChannel,
  leaveChannel,
  finishChannel,
  failChannel,
  requestChannel,
  startChannel,
  snapshotChannel,
  extendCode,
  offerControl,
  raiseHand,
  recordCall,
  answerRecording,
  keepAliveSocket,
  clear,
  updateCamera,
  createTransport,
  updateEncryption,
  connectTransport,
  restartIce,
  produce,
  setProducerPaused,
  closeProducer,
  consume,
  produceData,
  consumeData,
  resumeConsumer,
  requestKeyFrame,
  wishVideo,
  reportHealth,
};

/** Requests about the socket, which remain valid after the room has ended. */
const ofTheSocket: ReadonlySet<SessionRequestName> = new Set(['logout', 'keepAliveSocket']);

const schemas: { [N in RequestName]: { data: z.ZodType<RequestData<N>> } } = requests;

/** @throws ProtocolError INVALID_DATA */
export function parseData<N extends RequestName>(name: N, raw: unknown): RequestData<N> {
  const parsed = schemas[name].data.safeParse(raw);
  if (!parsed.success) throw invalidData(parsed.error);
  return parsed.data;
}

/** A socket without a seat may only keep alive and log out. @throws ProtocolError FORBIDDEN */
export function handleWithoutSeat({ peer }: UserSession, name: SessionRequestName): Record<string, never> {
  if (name === 'logout') peer.closeAfterAnswer(CLOSE_CODES.LOGGED_OUT);
  else if (name !== 'keepAliveSocket') throw new ProtocolError('FORBIDDEN');
  return {};
}

/** Parses the data of a request. @returns what handles it */
function handling<N extends HandledName>(name: N, raw: unknown) {
  const data = parseData(name, raw);
  return (session: RoomSession) => handlers[name](session, data);
}

function relaying(name: RelayedName, raw: unknown) {
  const data = parseData(name, raw);
  return (session: RoomSession) => relay(session, name, data);
}

/** Handles any request of a seat (all but `login`). Rejects with the handler's error. */
export async function handle(session: RoomSession, name: SessionRequestName, raw: unknown): Promise<object> {
  const answer = isRelayedName(name) ? relaying(name, raw) : handling(name, raw);
  const { room } = session;
  return room.run(async () => {
    room.assertCurrent(session);
    if (!ofTheSocket.has(name)) room.assertLive();
    try {
      return await answer(session);
    } finally {
      room.announce();
    }
  });
}
