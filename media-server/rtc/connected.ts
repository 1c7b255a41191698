import type { types } from 'mediasoup';

type States = Pick<types.WebRtcTransport, 'iceState' | 'dtlsState'>;

/** Whether a transport reaches its peer, as far as is known: a loss is noticed after the ICE consent timeout. */
export function isConnected({ iceState, dtlsState }: States): boolean {
  return (iceState === 'connected' || iceState === 'completed') && dtlsState === 'connected';
}
