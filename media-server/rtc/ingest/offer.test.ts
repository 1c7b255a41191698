import { getSupportedRtpCapabilities } from 'mediasoup';
import { expect, it } from 'vitest';
import { withKnownExtensions } from '../header-extensions.ts';
import { Offer } from './offer.ts';

const CAPABILITIES = withKnownExtensions({
  ...getSupportedRtpCapabilities(),
  codecs: [
    {
      kind: 'video' as const,
      mimeType: 'video/H264',
      clockRate: 90_000,
      preferredPayloadType: 102,
      parameters: { 'packetization-mode': 1, 'profile-level-id': '42e034', 'level-asymmetry-allowed': 1 },
      rtcpFeedback: [{ type: 'nack' }, { type: 'nack', parameter: 'pli' }],
    },
  ],
});

/** As OBS 32 describes its picture, with three layers. */
const OFFER = `v=0
o=rtc 3767197920 0 IN IP4 127.0.0.1
s=-
t=0 0
a=group:BUNDLE 1
a=setup:actpass
a=ice-ufrag:Cq1F
a=ice-pwd:8w2fFRX5ySWhVqJp9sTzKc
a=fingerprint:sha-256 ${Array.from({ length: 32 }, () => 'AB').join(':')}
m=video 9 UDP/TLS/RTP/SAVPF 96
c=IN IP4 0.0.0.0
a=mid:1
a=sendonly
a=rtcp-mux
a=extmap:1 urn:ietf:params:rtp-hdrext:sdes:mid
a=extmap:2 urn:ietf:params:rtp-hdrext:sdes:rtp-stream-id
a=rtpmap:96 H264/90000
a=rtcp-fb:96 nack
a=rtcp-fb:96 nack pli
a=rtcp-fb:96 goog-remb
a=fmtp:96 profile-level-id=42e01f;packetization-mode=1;level-asymmetry-allowed=1
a=rid:0 send
a=rid:1 send
a=rid:2 send
a=simulcast:send 0;1;2
`.replaceAll('\n', '\r\n');

it('takes a sender’s layers with the smallest first, and its payload types', () => {
  const [track] = new Offer(OFFER, CAPABILITIES).tracks;
  expect(track?.kind).toBe('video');
  expect(track?.rtpParameters).toMatchObject({
    mid: '1',
    encodings: [{ rid: '2' }, { rid: '1' }, { rid: '0' }],
    codecs: [
      {
        mimeType: 'video/H264',
        payloadType: 96,
        rtcpFeedback: [{ type: 'nack' }, { type: 'nack', parameter: 'pli' }],
      },
    ],
  });
});

it('is the DTLS server of a sender that leaves it to the other side', () => {
  expect(new Offer(OFFER, CAPABILITIES).dtlsParameters.role).toBe('client');
});

it('takes a sender that names no SSRC by its MID', () => {
  const plain = OFFER.replace(/a=(rid|simulcast).*\r\n/g, '');
  expect(new Offer(plain, CAPABILITIES).tracks[0]?.rtpParameters.encodings).toEqual([{}]);
});

it('takes FFmpeg’s picture, and starts the handshake, which FFmpeg leaves to the other side', () => {
  const ffmpeg = OFFER.replace('a=setup:actpass', 'a=setup:passive')
    .replace('42e01f', '42001f')
    .replace(
      /(a=(rid|simulcast|extmap).*\r\n)+/g,
      'a=ssrc-group:FID 71 72\r\na=ssrc:71 cname:FFmpeg\r\na=ssrc:71 msid:FFmpeg video\r\n',
    );
  const offer = new Offer(ffmpeg, CAPABILITIES);
  expect(offer.dtlsParameters.role).toBe('server');
  expect(offer.tracks[0]?.rtpParameters).toMatchObject({
    codecs: [{ payloadType: 96 }],
    encodings: [{ ssrc: 71 }],
  });
});

it.each([
  [
    'a data channel',
    OFFER.replace('m=video 9 UDP/TLS/RTP/SAVPF 96', 'm=application 9 UDP/DTLS/SCTP webrtc-datachannel'),
    'application',
  ],
  ['no MID', OFFER.replace('a=mid:1\r\n', ''), 'a=mid'],
  ['no fingerprint', OFFER.replace(/a=fingerprint.*\r\n/, ''), 'a=fingerprint'],
  ['a fingerprint of another kind', OFFER.replace('sha-256', 'md5'), 'a=fingerprint'],
  ['nothing', '', 'not an SDP offer'],
])('refuses %s with the reason', (_, sdp, reason) => {
  expect(() => new Offer(sdp, CAPABILITIES)).toThrow(reason);
});
