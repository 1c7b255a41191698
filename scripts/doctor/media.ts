import { Peer } from '#ingest/webrtc/peer.ts';
import { fingerprintOf, offerOf } from '../webrtc/session-description.ts';
import type { Seat } from './seat.ts';

/** Audio stream on which nothing is sent. */
const LINE = { kind: 'audio', mid: 'audio', payloadType: 111, ssrc: 1 } as const;

/** Connects to the media server and disconnects. @throws Error if it is unreachable */
export async function connectMedia(seat: Seat): Promise<void> {
  const transport = await seat.ask('createTransport', { direction: 'send' });
  const peer = new Peer('SendOnly', [LINE]);
  try {
    const value = fingerprintOf(peer.answer(offerOf({ ...transport, direction: 'recvonly' }, [LINE])));
    const fingerprints = [{ algorithm: 'sha-256' as const, value }];
    const dtlsParameters = { role: 'client' as const, fingerprints };
    await seat.ask('connectTransport', { transportId: transport.id, dtlsParameters });
    await peer.connected();
  } finally {
    peer.close();
  }
}
