import fc from 'fast-check';
import { CAMERA_TYPES, STEREO_LAYOUTS } from '#protocol/camera.ts';
import { dataLabelSchema, sourceSchema, videoCodecSchema } from '#protocol/channel.ts';
import { controlModeSchema } from '#protocol/control-modes.ts';
import { LENS_FOV, MAX_BLEND, RADIUS } from '#protocol/lenses.ts';
import { MAX_MESSAGE_BYTES } from '#protocol/limits.ts';
import { headerExtensionUriSchema } from '#protocol/media.ts';
import type { RequestData, RequestName } from '#protocol/messages.ts';
import { PROJECTIONS } from '#protocol/projection.ts';
import { QUALITIES } from '#protocol/video-quality.ts';

/** Placeholders for ids known only at run time; the sender fills them in. */
export const PLACEHOLDERS = ['$ticket', '$send', '$receive', '$own', '$other', '$consumer', '$data'] as const;
export type Placeholder = (typeof PLACEHOLDERS)[number];

const id = (usual: Placeholder) =>
  fc.oneof(
    { weight: 10, arbitrary: fc.constant<string>(usual) },
    fc.constantFrom(...PLACEHOLDERS),
    fc.uuid(),
  );
const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });

const circle = fc.record({
  x: fc.double({ min: 0, max: 1, noNaN: true }),
  y: fc.double({ min: 0, max: 1, noNaN: true }),
  rx: fc.double({ ...RADIUS.rx, noNaN: true }),
  ry: fc.double({ ...RADIUS.ry, noNaN: true }),
});

const camera = fc.record({
  cameraType: fc.constantFrom(...CAMERA_TYPES),
  quality: fc.constantFrom(...QUALITIES),
  projection: fc.constantFrom(...PROJECTIONS),
  stereo: fc.constantFrom(...STEREO_LAYOUTS),
  heading: fc.integer({ min: -180, max: 180 }),
  pitch: fc.integer({ min: -90, max: 90 }),
  roll: fc.integer({ min: -180, max: 180 }),
  lenses: fc.record({
    back: circle,
    front: circle,
    fov: fc.integer(LENS_FOV),
    blend: fc.integer({ min: 0, max: MAX_BLEND }),
  }),
});

const direction = fc.constantFrom('send' as const, 'receive' as const);
const kind = fc.constantFrom('audio' as const, 'video' as const);
const mimeType = fc.oneof(
  fc.constantFrom('audio/opus', 'video/VP8', 'video/VP9', 'video/H264', 'video/AV1', 'video/rtx'),
  fc.string({ maxLength: 20 }),
);
/** Mostly plausible values, sometimes the limits of number types. */
const number = (usual: fc.Arbitrary<number>) =>
  fc.oneof(
    { weight: 5, arbitrary: usual },
    fc.constantFrom(0, -1, 1, 127, 128, 255, 256, 65_535, 65_536, 2 ** 31, 2 ** 32, Number.MAX_SAFE_INTEGER),
  );
const payloadType = number(fc.integer({ min: 96, max: 127 }));
const ssrc = number(fc.integer({ min: 1, max: 2 ** 32 - 1 }));
const parameters = fc.oneof(
  fc.constantFrom<Record<string, unknown>>(
    { 'packetization-mode': 1, 'profile-level-id': '42e01f', 'level-asymmetry-allowed': 1 },
    { apt: 101 },
    { 'profile-id': 0 },
  ),
  fc.dictionary(fc.string({ maxLength: 10 }), fc.jsonValue({ maxDepth: 1 }), { maxKeys: 3 }),
);
const codec = {
  mimeType,
  clockRate: number(fc.constantFrom(48_000, 90_000)),
  channels: optional(number(fc.constantFrom(1, 2))),
  parameters: optional(parameters),
  rtcpFeedback: optional(
    fc.array(fc.record({ type: fc.string({ maxLength: 12 }), parameter: optional(fc.string()) }), {
      maxLength: 3,
    }),
  ),
};
const uri = fc.constantFrom(...headerExtensionUriSchema.options);
const encoding = fc.record({
  ssrc: optional(ssrc),
  rid: optional(fc.string({ maxLength: 12 })),
  codecPayloadType: optional(payloadType),
  rtx: optional(fc.record({ ssrc })),
  dtx: optional(fc.boolean()),
  scalabilityMode: optional(fc.constantFrom('L1T1', 'L3T3_KEY', 'S9T9', 'x')),
  maxBitrate: optional(number(fc.constant(1_000_000))),
});
/** Well-formed like a browser's, so that some reach the worker. */
const soundProduce = fc.record({
  mid: fc.string({ minLength: 1, maxLength: 8 }),
  codecs: fc
    .record({
      mimeType: fc.constant('audio/opus'),
      payloadType: fc.constant(111),
      clockRate: fc.constant(48_000),
      channels: fc.constant(2),
    })
    .map((codec) => [codec]),
  encodings: fc.array(fc.record({ ssrc }), { minLength: 1, maxLength: 1 }),
  rtcp: fc.record({ cname: fc.string({ maxLength: 40 }) }),
});
const rtpParameters = fc.oneof(
  soundProduce,
  fc.record({
    mid: optional(fc.string({ maxLength: 300 })),
    codecs: fc.array(fc.record({ ...codec, payloadType }), { minLength: 1, maxLength: 3 }),
    headerExtensions: optional(
      fc.array(fc.record({ uri, id: number(fc.integer({ min: 1, max: 14 })) }), { maxLength: 4 }),
    ),
    encodings: optional(fc.array(encoding, { maxLength: 3 })),
    rtcp: optional(fc.record({ cname: optional(fc.string()), reducedSize: optional(fc.boolean()) })),
    msid: optional(fc.string()),
  }),
);
const soundCapabilities = fc
  .record({
    kind: fc.constant('audio' as const),
    mimeType: fc.constant('audio/opus'),
    clockRate: fc.constant(48_000),
    channels: fc.constant(2),
    preferredPayloadType: fc.constant(100),
  })
  .map((opus) => ({ codecs: [opus] }));
const rtpCapabilities = fc.oneof(
  soundCapabilities,
  fc.record({
    codecs: optional(
      fc.array(fc.record({ ...codec, kind, preferredPayloadType: payloadType }), { maxLength: 3 }),
    ),
    headerExtensions: optional(
      fc.array(fc.record({ kind, uri, preferredId: number(fc.integer({ min: 1, max: 14 })) }), {
        maxLength: 3,
      }),
    ),
  }),
);
const encryption = fc.record({
  publicKey: fc.stringMatching(/^[\w-]{87}$/),
  proof: fc.option(fc.stringMatching(/^[\w-]{43}$/)),
  comparison: fc.option(
    fc.record({
      commitment: fc.stringMatching(/^[\w-]{43}$/),
      nonce: fc.option(fc.stringMatching(/^[\w-]{43}$/)),
    }),
  ),
});
const dtlsParameters = fc.record({
  role: optional(fc.constantFrom('auto' as const, 'client' as const, 'server' as const)),
  fingerprints: fc.array(
    fc.record({
      algorithm: fc.constantFrom('sha-1' as const, 'sha-256' as const, 'sha-512' as const),
      value: fc.oneof(fc.constant(Array(32).fill('AB').join(':')), fc.string({ maxLength: 100 })),
    }),
    { minLength: 1, maxLength: 3 },
  ),
});

const nothing = fc.constant({});
const anyTransport = fc.oneof(id('$send'), id('$receive'));

const fitting: { [N in RequestName]: fc.Arbitrary<RequestData<N>> } = {
  login: fc.record({
    version: fc.constantFrom(1, 1, 1, 2),
    auth: fc.oneof(
      fc.record({ ticket: id('$ticket') }),
      fc.record({ resumeToken: fc.string({ maxLength: 128 }) }),
    ),
  }),
  logout: nothing,
  createChannel: fc.record({ camera }),
  requestChannel: fc.record({ camera }),
  startChannel: nothing,
  leaveChannel: nothing,
  finishChannel: nothing,
  failChannel: fc.record({ reason: fc.constantFrom('media' as const, 'server' as const) }),
  snapshotChannel: fc.record({
    latitude: fc.double({ min: -90, max: 90, noNaN: true }),
    longitude: fc.double({ min: -180, max: 180, noNaN: true }),
  }),
  extendCode: nothing,
  offerControl: fc.record({ modes: fc.subarray(controlModeSchema.options) }),
  raiseHand: fc.record({ raised: fc.boolean() }),
  recordCall: fc.record({ wanted: fc.boolean() }),
  answerRecording: fc.record({ agreed: fc.boolean() }),
  padChannel: fc.record({
    direction: fc.constantFrom('up' as const, 'down' as const, 'left' as const, 'right' as const),
    pressed: fc.boolean(),
  }),
  voiceDirection: fc.record({
    direction: fc.constantFrom(
      'up' as const,
      'down' as const,
      'left' as const,
      'right' as const,
      'stop' as const,
    ),
  }),
  message: fc.record({
    id: fc.uuid(),
    text: fc.string({ minLength: 1, maxLength: 200, unit: 'binary' }),
    sentAt: fc.nat(),
  }),
  messageReceived: fc.record({ id: fc.uuid() }),
  lookHere: fc.record({
    picture: fc.constantFrom('mine' as const, 'yours' as const),
    yaw: fc.double({ min: -180, max: 180, noNaN: true }),
    pitch: fc.double({ min: -90, max: 90, noNaN: true }),
  }),
  pictureSaved: nothing,
  nameTold: fc.record({ name: fc.string({ maxLength: 41 }) }),
  sealed: fc.record({ data: fc.stringMatching(/^([\w-]{4})*$/) }),
  keepAliveSocket: nothing,
  clear: nothing,
  updateCamera: fc.record({ camera }),
  createTransport: fc.record(
    { direction, videoCodecs: fc.subarray(videoCodecSchema.options), encryption, takesScreen: fc.boolean() },
    { requiredKeys: ['direction'] },
  ),
  updateEncryption: fc.record({ encryption }),
  connectTransport: fc.record({ transportId: anyTransport, dtlsParameters }),
  restartIce: fc.record({ transportId: anyTransport }),
  produce: fc.record({
    transportId: id('$send'),
    kind,
    source: optional(fc.constantFrom(...sourceSchema.options)),
    rtpParameters,
    paused: fc.boolean(),
  }),
  setProducerPaused: fc.record({ producerId: id('$own'), paused: fc.boolean() }),
  closeProducer: fc.record({ producerId: id('$own') }),
  consume: fc.record({ producerId: id('$other'), rtpCapabilities }),
  produceData: fc.record({
    transportId: id('$send'),
    label: fc.constantFrom(...dataLabelSchema.options),
    sctpStreamParameters: fc.record(
      {
        streamId: number(fc.nat({ max: 20 })),
        ordered: fc.boolean(),
        maxPacketLifeTime: number(fc.nat({ max: 1_000 })),
        maxRetransmits: number(fc.nat({ max: 10 })),
      },
      { requiredKeys: ['streamId'] },
    ),
  }),
  consumeData: fc.record({ dataProducerId: id('$data') }),
  resumeConsumer: fc.record({ consumerId: id('$consumer') }),
  requestKeyFrame: nothing,
  wishVideo: fc.record({
    size: fc.constantFrom('full' as const, 'half' as const),
    saveData: fc.boolean(),
    detail: fc.boolean(),
  }),
  reportHealth: fc.constant({
    ...{ watchedMs: 10_000, frozenMs: 500, roundTripMs: 40 },
    received: { width: 1920, height: 960, framesPerSecond: 29.5 },
    sent: { width: null, height: null, framesPerSecond: null, limitation: null },
  }),
};

/** Requests that end a room or a login are rare, so that much else happens in between. */
const seldom = new Set(['logout', 'leaveChannel', 'finishChannel', 'failChannel', 'login', 'clear']);
const often = new Set(['produce', 'consume', 'produceData', 'consumeData', 'createTransport']);
const names = Object.keys(fitting);
const fits = fc.oneof(
  ...Object.entries(fitting).map(([name, data]) => ({
    weight: seldom.has(name) ? 1 : often.has(name) ? 20 : 7,
    arbitrary: fc.record({ name: fc.constant(name), data }),
  })),
);

/** A message as sent over the socket, without its id. */
export type RandomMessage =
  /** A request, answered under its id. */
  | { name: string; data: unknown }
  /** Not a request; answered without an id. */
  | { raw: string | Uint8Array };

const wrongData = fc.record({ name: fc.constantFrom(...names), data: fc.jsonValue({ maxDepth: 3 }) });
const halfRight = fc
  .tuple(fits, fc.string({ maxLength: 8 }), fc.jsonValue({ maxDepth: 1 }))
  .map(([{ name, data }, key, value]) => {
    const [first] = Object.keys(data);
    return { name, data: { ...data, [first ?? key]: value } };
  });
const unknown = fc.record({
  name: fc.oneof(fc.constantFrom('__proto__', 'toString', 'LOGIN'), fc.string({ maxLength: 64 })),
  data: fc.jsonValue({ maxDepth: 1 }),
});
const notARequest = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 200 }).map((text) => ({ raw: `\u0000${text}` })),
  fc.json().map((json) => ({ raw: `[${json}]` })),
  fc.jsonValue({ maxDepth: 1 }).map((data) => ({ raw: JSON.stringify({ id: 'x', name: 'message', data }) })),
  fc.uint8Array({ maxLength: 200 }).map((raw) => ({ raw })),
  fc.constant({ raw: 'x'.repeat(MAX_MESSAGE_BYTES + 1) }),
);

export const randomMessage: fc.Arbitrary<RandomMessage> = fc.oneof(
  { weight: 20, arbitrary: fits },
  { weight: 2, arbitrary: halfRight },
  { weight: 1, arbitrary: wrongData },
  { weight: 1, arbitrary: unknown },
  { weight: 1, arbitrary: notARequest },
);
