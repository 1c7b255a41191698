import { type Line, Peer } from '#ingest/webrtc/peer.ts';
import type { TestClient } from '#media-server/tests/support/client.ts';
import type { SeatName } from '#protocol/channel.ts';
import type { RequestData, ResponseData } from '#protocol/messages.ts';
import { fingerprintOf, offerOf } from '#scripts/webrtc/session-description.ts';
import { AUDIO_PAYLOAD, VIDEO_PAYLOAD } from './contender.ts';

/** Without retransmissions, so that each lost packet counts. */
export const VIDEO = {
  mimeType: 'video/H264',
  clockRate: 90_000,
  parameters: { 'packetization-mode': 1, 'level-asymmetry-allowed': 1, 'profile-level-id': '42e034' },
  rtcpFeedback: [{ type: 'nack', parameter: 'pli' }],
};
export const AUDIO = { mimeType: 'audio/opus', clockRate: 48_000, channels: 2 };
const CAPABILITIES: RequestData<'consume'>['rtpCapabilities'] = {
  codecs: [
    { ...VIDEO, kind: 'video', preferredPayloadType: VIDEO_PAYLOAD },
    { ...AUDIO, kind: 'audio', preferredPayloadType: AUDIO_PAYLOAD },
  ],
};

/** Connects a seat's transport to libdatachannel. @param direction the server's */
export async function connectPeer(
  client: TestClient,
  transport: ResponseData<'createTransport'>,
  direction: 'sendonly' | 'recvonly',
  lines: readonly Line[],
): Promise<Peer> {
  const peer = new Peer(direction === 'sendonly' ? 'RecvOnly' : 'SendOnly', lines);
  try {
    const value = fingerprintOf(peer.answer(offerOf({ ...transport, direction }, lines)));
    await client.request('connectTransport', {
      transportId: transport.id,
      dtlsParameters: { role: 'client', fingerprints: [{ algorithm: 'sha-256', value }] },
    });
    await peer.connected();
    return peer;
  } catch (error) {
    peer.close();
    throw error;
  }
}

/**
 * Receives what another seat sends.
 * @param count number of its streams
 * @returns the connection, on which packets arrive after `resume`
 */
export async function receive(
  client: TestClient,
  seat: SeatName,
  count: number,
): Promise<{ peer: Peer; lines: Line[]; resume: () => Promise<void> }> {
  const transport = await client.request('createTransport', {
    direction: 'receive',
    videoCodecs: ['H264'],
  });
  const channel = await client.channel(({ seats }) => seats[seat]?.producers.length === count);
  const consumers = await Promise.all(
    (channel.seats[seat]?.producers ?? []).map(({ id: producerId }) =>
      client.request('consume', { producerId, rtpCapabilities: CAPABILITIES }),
    ),
  );
  const lines = consumers.map(({ kind, rtpParameters }) => ({
    kind,
    mid: kind,
    payloadType: rtpParameters.codecs[0]?.payloadType ?? 0,
    ssrc: rtpParameters.encodings?.[0]?.ssrc ?? 0,
  }));
  const peer = await connectPeer(client, transport, 'sendonly', lines);
  const resume = async () => {
    await Promise.all(consumers.map(({ consumerId }) => client.request('resumeConsumer', { consumerId })));
  };
  return { peer, lines, resume };
}
