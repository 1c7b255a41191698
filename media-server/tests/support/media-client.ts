import { FakeMediaStreamTrack } from 'fake-mediastreamtrack';
import { Device, FakeHandler, testFakeParameters } from 'mediasoup-client';
import type {
  Consumer,
  DataProducer,
  Producer,
  RtpCapabilities,
  RtpCodecCapability,
  RtpEncodingParameters,
  Transport,
} from 'mediasoup-client/types';
import { type Source, sourceSchema } from '#protocol/channel.ts';
import type { SeatLogin } from '#protocol/messages.ts';
import type { TestClient } from './client.ts';

/** The capabilities of mediasoup-client's fake handler, which lacks H.264, plus H.264 as in Chromium. */
function browserCapabilities(): RtpCapabilities {
  const native = testFakeParameters.generateNativeRtpCapabilities();
  const video = { kind: 'video', clockRate: 90_000 } as const;
  const parameters = {
    'level-asymmetry-allowed': 1,
    'packetization-mode': 1,
    'profile-level-id': '42e01f',
  };
  const rtcpFeedback = [{ type: 'nack' }, { type: 'nack', parameter: 'pli' }, { type: 'transport-cc' }];
  const h264 = [
    { ...video, mimeType: 'video/H264', preferredPayloadType: 108, parameters, rtcpFeedback },
    { ...video, mimeType: 'video/rtx', preferredPayloadType: 109, parameters: { apt: 108 } },
  ];
  // Last, so that the server decides the order.
  return { ...native, codecs: [...(native.codecs ?? []), ...h264] };
}

/**
 * mediasoup-client with its fake handler: the negotiation is real, but no packets flow. (Real browsers are in the
 * end-to-end tests.)
 */
export class Media {
  readonly client: TestClient;
  readonly device: Device;

  private constructor(client: TestClient, device: Device) {
    this.client = client;
    this.device = device;
  }

  static async open(
    client: TestClient,
    { routerRtpCapabilities }: Pick<SeatLogin, 'routerRtpCapabilities'>,
  ): Promise<Media> {
    const { generateLocalDtlsParameters } = testFakeParameters;
    const handlerFactory = FakeHandler.createFactory({
      generateNativeRtpCapabilities: browserCapabilities,
      generateLocalDtlsParameters,
    });
    const device = new Device({ handlerFactory });
    await device.load({ routerRtpCapabilities });
    return new Media(client, device);
  }

  async transport(direction: 'send' | 'receive'): Promise<Transport> {
    const options = await this.client.request('createTransport', { direction });
    const transport =
      direction === 'send'
        ? this.device.createSendTransport(options)
        : this.device.createRecvTransport(options);
    const transportId = transport.id;
    transport.on('connect', ({ dtlsParameters }, done, failed) => {
      this.client.request('connectTransport', { transportId, dtlsParameters }).then(done, failed);
    });
    transport.on('produce', ({ kind, rtpParameters, appData }, done, failed) => {
      const source = sourceSchema.optional().parse(appData.source);
      this.client
        .request('produce', { transportId, kind, source, rtpParameters, paused: false })
        .then(({ producerId }) => done({ id: producerId }), failed);
    });
    transport.on(
      'producedata',
      ({ sctpStreamParameters: { streamId = 0, ...reliability } }, done, failed) => {
        const sctpStreamParameters = { streamId, ...reliability };
        this.client
          .request('produceData', { transportId, label: 'files', sctpStreamParameters })
          .then(({ dataProducerId }) => done({ id: dataProducerId }), failed);
      },
    );
    return transport;
  }

  produceData(transport: Transport): Promise<DataProducer> {
    return transport.produceData({ label: 'files', ordered: true });
  }

  produce(
    transport: Transport,
    kind: 'audio' | 'video',
    codec?: RtpCodecCapability,
    encodings?: RtpEncodingParameters[],
    source?: Source,
  ): Promise<Producer> {
    const track = new FakeMediaStreamTrack({ kind });
    return transport.produce({ track, codec, encodings, stopTracks: false, appData: { source } });
  }

  async consume(transport: Transport, producerId: string): Promise<Consumer> {
    const { consumerId, kind, rtpParameters } = await this.client.request('consume', {
      producerId,
      rtpCapabilities: this.device.recvRtpCapabilities,
    });
    return transport.consume({ id: consumerId, producerId, kind, rtpParameters });
  }
}
