import type { types } from 'mediasoup';

/**
 * H.264 level 5.2, which allows 3840×1920 at 60 frames/s (ITU-T H.264, table A-1). Level asymmetry lets a browser with
 * a lower encoder level still receive this one.
 */
function h264(profile: string): types.RouterRtpCodecCapability {
  return {
    kind: 'video',
    mimeType: 'video/H264',
    clockRate: 90_000,
    parameters: {
      'packetization-mode': 1,
      'profile-level-id': `${profile}34`,
      'level-asymmetry-allowed': 1,
    },
  };
}

/**
 * A router's codecs in order of preference. H.264 first, because hardware encoders support it at 4K; constrained
 * baseline before main and high, because every browser decodes it.
 */
export const MEDIA_CODECS: types.RouterRtpCodecCapability[] = [
  {
    kind: 'audio',
    mimeType: 'audio/opus',
    clockRate: 48_000,
    channels: 2,
    parameters: { minptime: 10, useinbandfec: 1, usedtx: 1 },
  },
  h264('42e0'),
  h264('4d00'),
  h264('640c'),
  h264('6400'),
  { kind: 'video', mimeType: 'video/VP9', clockRate: 90_000, parameters: { 'profile-id': 0 } },
  { kind: 'video', mimeType: 'video/AV1', clockRate: 90_000 },
  { kind: 'video', mimeType: 'video/VP8', clockRate: 90_000 },
];
