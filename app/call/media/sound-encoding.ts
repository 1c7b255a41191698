import type { ProducerCodecOptions } from 'mediasoup-client/types';
import type { Sound } from '../devices/sound.ts';

type SoundEncoding = {
  /** Fixed for the life of a producer. */
  codecOptions: ProducerCodecOptions;
  /** Maximum on the network, with headers and redundancy; in bit/s. */
  bitrate: number;
};

/** How Opus encodes each kind of sound. */
export const SOUND_ENCODINGS: Record<Sound, SoundEncoding> = {
  voice: { codecOptions: { opusFec: true, opusDtx: true }, bitrate: 60_000 },
  surroundings: {
    // Discontinuous transmission would replace a quiet place by comfort noise.
    codecOptions: { opusStereo: true, opusMaxAverageBitrate: 128_000, opusFec: true, opusDtx: false },
    bitrate: 160_000,
  },
};
