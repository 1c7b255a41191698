import { afterEach, describe, expect, it, vi } from 'vitest';
import { allowedQuality, offeredQualities, resolutionsUpTo, sentQuality } from './chosen-quality.ts';

const size = (width: number, height: number) => ({ width, height });
const theta = size(3840, 1920);
const film = size(1280, 640);
const webcam = size(1280, 720);

afterEach(() => vi.unstubAllGlobals());

it('lists a camera’s size and the known smaller ones of its shape', () => {
  expect(resolutionsUpTo(theta)).toEqual([theta, size(1920, 960), film]);
  expect(resolutionsUpTo(webcam)).toEqual([webcam, size(640, 360)]);
  expect(resolutionsUpTo(size(800, 600))).toEqual([size(800, 600), size(640, 480)]);
});

it('offers no quality that the camera cannot fill', () => {
  expect(offeredQualities(theta, 'equirectangular')).toEqual(['DEFAULT', 'LOW', 'MEDIUM', 'HIGH']);
  expect(offeredQualities(film, 'equirectangular')).toEqual(['DEFAULT', 'LOW']);
  expect(offeredQualities(webcam, 'flat')).toEqual(['DEFAULT', 'LOW', 'MEDIUM']);
  expect(offeredQualities(size(320, 240), 'flat')).toEqual(['DEFAULT']);
});

describe('the quality to send with', () => {
  it.each([
    ['HIGH', theta, 'equirectangular', 'MEDIUM', 'HIGH'],
    ['LOW', theta, 'equirectangular', 'HIGH', 'LOW'],
    // A camera that cannot fill the quality sends its best.
    ['HIGH', film, 'equirectangular', 'HIGH', 'LOW'],
    ['DEFAULT', theta, 'equirectangular', 'HIGH', 'HIGH'],
    ['DEFAULT', theta, 'equirectangular', 'MEDIUM', 'MEDIUM'],
    ['DEFAULT', size(1600, 800), 'equirectangular', 'HIGH', 'MEDIUM'],
    ['DEFAULT', size(5760, 2880), 'dual-fisheye', 'HIGH', 'HIGH'],
    ['DEFAULT', webcam, 'flat', 'HIGH', 'MEDIUM'],
  ] as const)('%s of %o as %s, allowed %s: %s', (choice, native, projection, allowed, sent) => {
    expect(sentQuality(choice, native, projection, allowed)).toBe(sent);
  });
});

describe('the pre-flight check', () => {
  const answer = (info: object) => {
    const encodingInfo = vi.fn(async () => ({ supported: true, ...info }));
    vi.stubGlobal('navigator', { mediaCapabilities: { encodingInfo } });
    return encodingInfo;
  };

  it('allows HIGH where the browser encodes in hardware', async () => {
    const asked = answer({ smooth: true, powerEfficient: true });
    expect(await allowedQuality(theta, 'equirectangular')).toBe('HIGH');
    expect(asked).toHaveBeenCalledWith({
      type: 'webrtc',
      video: { contentType: 'video/H264', width: 3840, height: 1920, bitrate: 12_000_000, framerate: 30 },
    });
  });

  it('asks about the codec that a call would use', async () => {
    const asked = answer({ smooth: true, powerEfficient: true });
    vi.stubGlobal('RTCRtpSender', {
      getCapabilities: () => ({ codecs: [{ mimeType: 'video/VP8' }, { mimeType: 'video/VP9' }] }),
    });
    await allowedQuality(theta, 'equirectangular');
    expect(asked).toHaveBeenCalledWith({
      type: 'webrtc',
      video: expect.objectContaining({ contentType: 'video/VP9' }),
    });
  });

  it('allows HIGH in software where the part in view is sent in full detail', async () => {
    answer({ smooth: true, powerEfficient: false });
    const allowed = () =>
      Promise.all([
        allowedQuality(theta, 'equirectangular'),
        allowedQuality(theta, 'dual-fisheye'),
        // Frames have another size, or it is no sphere.
        allowedQuality(size(5760, 2880), 'equirectangular'),
        allowedQuality(size(3840, 2160), 'equirectangular'),
        allowedQuality(size(2560, 1280), 'equirectangular'),
        allowedQuality(theta, 'flat'),
      ]);
    expect(await allowed()).toEqual(Array(6).fill('MEDIUM'));
    vi.stubGlobal('MediaStreamTrackProcessor', class {});
    vi.stubGlobal('MediaStreamTrackGenerator', class {});
    expect(await allowed()).toEqual(['HIGH', 'HIGH', 'MEDIUM', 'MEDIUM', 'MEDIUM', 'MEDIUM']);
    // Without layers, the whole has one size.
    vi.stubGlobal('RTCRtpSender', { getCapabilities: () => ({ codecs: [{ mimeType: 'video/VP9' }] }) });
    expect(await allowed()).toEqual(Array(6).fill('MEDIUM'));
  });

  it('allows MEDIUM in software otherwise, and where the browser cannot tell', async () => {
    answer({ smooth: true, powerEfficient: false });
    expect(await allowedQuality(theta, 'equirectangular')).toBe('MEDIUM');
    vi.stubGlobal('navigator', {});
    expect(await allowedQuality(theta, 'equirectangular')).toBe('MEDIUM');
  });
});
