import type { types as client } from 'mediasoup-client';

/** Requests to the bare mediasoup server, and their responses. */
export type Requests = {
  hello: { asks: Record<string, never>; answers: { routerRtpCapabilities: client.RtpCapabilities } };
  createTransport: {
    asks: Record<string, never>;
    answers: Pick<client.TransportOptions, 'id' | 'iceParameters' | 'iceCandidates' | 'dtlsParameters'>;
  };
  connectTransport: {
    asks: { transportId: string; dtlsParameters: client.DtlsParameters };
    answers: Record<string, never>;
  };
  produce: { asks: { transportId: string; rtpParameters: client.RtpParameters }; answers: { id: string } };
  resumeProducer: { asks: Record<string, never>; answers: Record<string, never> };
  consume: {
    asks: { transportId: string; rtpCapabilities: client.RtpCapabilities };
    answers: { id: string; producerId: string; rtpParameters: client.RtpParameters };
  };
  resumeConsumer: { asks: Record<string, never>; answers: Record<string, never> };
};

export type RequestName = keyof Requests;
