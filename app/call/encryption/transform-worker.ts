import type { VideoCodec } from '#protocol/channel.ts';
import { ReceivingChain, SendingChain } from './key-chain.ts';
import { open, seal } from './sealed-frame.ts';

/** Options of one track, as passed to `RTCRtpScriptTransform`. @property codec of video that is sent */
export type TransformOptions = {
  direction: 'send' | 'receive';
  kind: 'audio' | 'video';
  codec: VideoCodec | null;
};

/**
 * How to treat frames from now on. `drop`: it is unknown whether the other side encrypts. `wait`: keys follow at once.
 * `keys`: those of an id sent before are kept, as frame numbers continue.
 */
export type ToTransform =
  | { mode: 'drop' | 'wait' | 'plain' }
  | {
      mode: 'keys';
      id: string;
      secrets: { send: Uint8Array<ArrayBuffer>; receive: Uint8Array<ArrayBuffer> };
    };

type Chains = { send: SendingChain; receive: ReceivingChain };
type EncodedFrame = RTCEncodedVideoFrame | RTCEncodedAudioFrame;

const known = new Map<string, Chains>();
let current: Chains | 'drop' | 'wait' | 'plain' = 'drop';
const waiting: (() => void)[] = [];

self.addEventListener('message', ({ data }: MessageEvent<ToTransform>) => {
  if (data.mode === 'keys') {
    const chains = known.get(data.id) ?? {
      send: new SendingChain(data.secrets.send),
      receive: new ReceivingChain(data.secrets.receive),
    };
    known.set(data.id, chains);
    current = chains;
  } else current = data.mode;
  for (const goOn of waiting.splice(0)) goOn();
});

self.addEventListener('rtctransform', ({ transformer }) => {
  const { direction, kind, codec }: TransformOptions = transformer.options;
  const transformed = async ({ data, ...frame }: { data: ArrayBuffer; isKey: boolean }) => {
    while (current === 'wait') await new Promise<void>((goOn) => waiting.push(goOn));
    if (current === 'drop') return null;
    if (current === 'plain') return data;
    if (direction === 'receive') return open(current.receive, data, kind);
    return seal(current.send, { data, kind, codec, ...frame });
  };
  const transform = async (frame: EncodedFrame, out: TransformStreamDefaultController<EncodedFrame>) => {
    const isKey = 'type' in frame && frame.type === 'key';
    // An empty frame is silence, which browsers send for disabled audio.
    const data = frame.data.byteLength === 0 ? frame.data : await transformed({ data: frame.data, isKey });
    // The frame is dropped: a decoder without a key frame requests one itself.
    if (!data) return;
    frame.data = data;
    out.enqueue(frame);
  };
  transformer.readable
    .pipeThrough(new TransformStream({ transform }))
    .pipeTo(transformer.writable)
    // The track has ended.
    .catch(() => {});
});
