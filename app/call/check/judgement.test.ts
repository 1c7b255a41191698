import { afterEach, describe, expect, test, vi } from 'vitest';
import { USUAL_LENSES } from '#protocol/lenses.ts';
import type { Projection } from '#protocol/projection.ts';
import type { Size } from '../devices/capture.ts';
import {
  carriedQuality,
  encodedQuality,
  gradeOf,
  hearing,
  isSlowEncoder,
  judge,
  type Setting,
} from './judgement.ts';
import type { EncoderMeasure, Measures, UplinkMeasure } from './measures.ts';

const FOUR_K = { width: 3840, height: 1920 };
const setting = (change: Partial<Setting> = {}): Setting => ({
  native: FOUR_K,
  projection: 'equirectangular',
  stereo: 'mono',
  lenses: USUAL_LENSES,
  choice: 'HIGH',
  allowed: 'HIGH',
  detailed: false,
  ...change,
});
const encoder = (change: Partial<EncoderMeasure> = {}): EncoderMeasure => ({
  hardware: true,
  ...FOUR_K,
  framesPerSecond: 90,
  ...change,
});
const uplink = (mbits: number): UplinkMeasure => ({ bitrate: mbits * 1e6, roundTrip: 20, more: false });
const measures = (change: Partial<Measures> = {}): Measures => ({
  camera: { ...FOUR_K, framesPerSecond: 30 },
  encoder: encoder(),
  display: { largest: 16384, processor: false },
  uplink: uplink(15),
  ...change,
});

test('4K around the sphere is sharp, 1920 pixels are clear', () => {
  expect(gradeOf(16)).toBe('sharp');
  expect(gradeOf(3840 / 360)).toBe('sharp');
  expect(gradeOf(1920 / 360)).toBe('clear');
  expect(gradeOf(1280 / 360)).toBe('soft');
});

test('proposes nothing where everything is good', () => {
  expect(judge(setting(), measures())).toEqual({
    quality: 'HIGH',
    size: FOUR_K,
    detail: { grade: 'sharp', degrees: 3840 / 360, whole: null },
    proposal: null,
    warnings: [],
  });
});

test('proposes Medium for a connection of 3 Mbit/s, with the resulting size', () => {
  const verdict = judge(setting(), measures({ uplink: uplink(3) }));
  expect(verdict.proposal).toEqual({ quality: 'MEDIUM', reason: 'uplink' });
  expect(verdict.size).toEqual({ width: 1920, height: 960 });
  expect(verdict.detail).toEqual({ grade: 'clear', degrees: 1920 / 360, whole: null });
  expect(verdict.warnings).toEqual([]);
});

test('proposes what a slow encoder keeps up with', () => {
  const slow = encoder({ hardware: false, framesPerSecond: 20 });
  expect(judge(setting(), measures({ encoder: slow })).proposal).toEqual({
    quality: 'MEDIUM',
    reason: 'encoder',
  });
});

test('gives the stricter of the two limits as the reason', () => {
  const slow = encoder({ hardware: false, framesPerSecond: 20 });
  expect(judge(setting(), measures({ encoder: slow, uplink: uplink(1) })).proposal).toEqual({
    quality: 'LOW',
    reason: 'uplink',
  });
  expect(
    judge(setting(), measures({ encoder: encoder({ framesPerSecond: 4 }), uplink: uplink(3) })).proposal,
  ).toEqual({ quality: 'LOW', reason: 'encoder' });
});

test('proposes a higher quality only where encoder and connection were measured', () => {
  const medium = setting({ choice: 'MEDIUM' });
  expect(judge(medium, measures()).proposal).toEqual({ quality: 'HIGH', reason: 'better' });
  expect(judge(medium, measures({ uplink: null })).proposal).toBeNull();
  expect(judge(medium, measures({ encoder: null })).proposal).toBeNull();
});

test('does not lower the best quality for a slow encoder where the browser already limits it to Medium', () => {
  const best = setting({ choice: 'DEFAULT', allowed: 'MEDIUM' });
  const slow = encoder({ hardware: false, framesPerSecond: null });
  const verdict = judge(best, measures({ encoder: slow }));
  expect(verdict.quality).toBe('MEDIUM');
  expect(verdict.proposal).toBeNull();
});

test('does not propose what the camera cannot fill', () => {
  const small = setting({ native: { width: 1280, height: 640 }, choice: 'DEFAULT' });
  expect(judge(small, measures())).toMatchObject({ quality: 'LOW', proposal: null });
});

test('keeps the setting without any measurement', () => {
  const nothing = { camera: null, encoder: null, display: null, uplink: null };
  expect(judge(setting(), nothing)).toMatchObject({ quality: 'HIGH', proposal: null, warnings: [] });
});

test('warns of 5.7K only where the device is too weak for it', () => {
  const wide = setting({ native: { width: 5760, height: 2880 } });
  const weak = encoder({ hardware: false, framesPerSecond: 30 });
  expect(judge(wide, measures({ encoder: weak })).warnings).toEqual(['strained']);
  expect(judge(setting(), measures({ encoder: weak })).warnings).toEqual([]);
  expect(judge(wide, measures()).warnings).toEqual([]);
  const small = { largest: 4096, processor: false };
  expect(judge(wide, measures({ display: small })).warnings).toEqual(['strained']);
});

test('warns of few frames, a very slow connection and small textures', () => {
  const weak = measures({
    camera: { ...FOUR_K, framesPerSecond: 8 },
    display: { largest: 2048, processor: false },
    uplink: uplink(0.5),
  });
  expect(judge(setting(), weak).warnings).toEqual(['slowCamera', 'slowUplink', 'smallTextures']);
});

test('gives a size instead of degrees for a flat picture', () => {
  const flat = setting({ native: { width: 1920, height: 1080 }, projection: 'flat' });
  expect(judge(flat, measures())).toMatchObject({ detail: null, size: { width: 1920, height: 1080 } });
});

test('requires a processor to encode the highest quality faster than video plays, and hardware as fast', () => {
  const at = (framesPerSecond: number, hardware: boolean) =>
    encodedQuality(setting(), encoder({ framesPerSecond, hardware }), null);
  expect(at(31, true)).toBe('HIGH');
  expect(at(31, false)).toBe('MEDIUM');
  expect(at(46, false)).toBe('HIGH');
  expect(at(1, false)).toBe('LOW');
});

describe('an encoder that is fast enough is not told to choose Low', () => {
  const of = (native: Size, projection: Projection, framesPerSecond: number, cameraRate: number) =>
    judge(
      setting({ native, projection, choice: 'DEFAULT', allowed: 'MEDIUM' }),
      measures({
        camera: { ...native, framesPerSecond: cameraRate },
        encoder: { hardware: false, ...native, framesPerSecond },
      }),
    ).proposal;
  const [sphere, flat] = [
    { width: 1920, height: 960 },
    { width: 1280, height: 720 },
  ];

  test('in software, as fast as the video', () => {
    expect(of(sphere, 'equirectangular', 35, 30)).toBeNull();
    expect(of(flat, 'flat', 31, 30)).toBeNull();
    expect(of(FOUR_K, 'equirectangular', 8, 30)).toBeNull();
  });

  test('as fast as a camera that delivers 15 or 24 frames/s', () => {
    expect(of(sphere, 'equirectangular', 16, 15)).toBeNull();
    expect(of(flat, 'flat', 25, 24)).toBeNull();
  });

  test('nor marked as slow', () => {
    const isSlow = (framesPerSecond: number) =>
      isSlowEncoder('equirectangular', { hardware: false, ...sphere, framesPerSecond }, null);
    expect([isSlow(31), isSlow(25)]).toEqual([false, true]);
  });

  test('slower than the camera, it is', () => {
    const low = { quality: 'LOW', reason: 'encoder' };
    expect(of(sphere, 'equirectangular', 25, 30)).toEqual(low);
    expect(of(sphere, 'equirectangular', 14, 15)).toEqual(low);
    expect(of(flat, 'flat', 20, 60)).toEqual(low);
  });

  test('a camera in the dark is no reason for a higher quality', () => {
    const slow = measures({
      camera: { ...FOUR_K, framesPerSecond: 8 },
      encoder: encoder({ framesPerSecond: 10 }),
    });
    expect(judge(setting({ choice: 'MEDIUM' }), slow).proposal).toBeNull();
  });
});

test("requires most of a quality's bitrate", () => {
  const at = (mbits: number) => carriedQuality(setting(), uplink(mbits));
  expect(at(8.1)).toBe('HIGH');
  expect(at(7.9)).toBe('MEDIUM');
  expect(at(2.4)).toBe('MEDIUM');
  expect(at(2.2)).toBe('LOW');
});

describe('where the part in view is sent in full detail', () => {
  const detailed = setting({ detailed: true, choice: 'MEDIUM' });
  const software = (framesPerSecond: number | null) => encoder({ hardware: false, framesPerSecond });
  afterEach(() => vi.unstubAllGlobals());

  test('High is for an encoder and a connection that are fast enough for that', () => {
    const found = measures({ encoder: software(12.8), uplink: uplink(1.7) });
    expect(judge(detailed, found)).toMatchObject({
      quality: 'HIGH',
      size: FOUR_K,
      proposal: { quality: 'HIGH', reason: 'better' },
    });
    expect(judge(setting({ choice: 'MEDIUM' }), found).proposal?.quality).toBe('LOW');
    expect(encodedQuality(detailed, software(12.5), null)).toBe('MEDIUM');
    expect(carriedQuality(detailed, uplink(1.6))).toBe('LOW');
  });

  test('the pixels per degree of the whole are those that encoder and connection carry', () => {
    const seen = (framesPerSecond: number, mbits: number) =>
      judge(detailed, measures({ encoder: software(framesPerSecond), uplink: uplink(mbits) })).detail;
    const sharp = { grade: 'sharp', degrees: 3840 / 360 };
    expect(seen(46, 9)).toEqual({ ...sharp, whole: null });
    expect(seen(22, 9)).toEqual({ ...sharp, whole: 1920 / 360 });
    expect(seen(46, 1.7)).toEqual({ ...sharp, whole: 1280 / 360 });
    // In other qualities, the whole is all that is sent.
    expect(seen(8, 9)).toEqual({ grade: 'clear', degrees: 1920 / 360, whole: null });
    expect(judge(detailed, measures({ uplink: null })).detail).toEqual({
      grade: 'clear',
      degrees: 1920 / 360,
      whole: null,
    });
  });

  test('High is not taken back because the speed of an encoder is unknown', () => {
    const best = setting({ detailed: true, choice: 'DEFAULT' });
    expect(judge(best, measures({ encoder: software(null) }))).toMatchObject({
      quality: 'HIGH',
      proposal: null,
    });
  });

  test('an encoder fast enough for it is not marked as slow', () => {
    const isSlow = () => isSlowEncoder('equirectangular', software(12.8), null);
    expect(isSlow()).toBe(true);
    vi.stubGlobal('MediaStreamTrackProcessor', class {});
    vi.stubGlobal('MediaStreamTrackGenerator', class {});
    expect(isSlow()).toBe(false);
  });
});

test('a connection that may carry more limits nothing, but proves only what arrived', () => {
  const more = measures({ uplink: { ...uplink(4), more: true } });
  expect(judge(setting(), more).proposal).toBeNull();
  expect(judge(setting({ choice: 'MEDIUM' }), more).proposal).toBeNull();
  const barely = measures({ uplink: { ...uplink(0.1), more: true } });
  expect(judge(setting(), barely).warnings).toEqual([]);
});

test('distinguishes speech, whispering and noise', () => {
  expect([-20, -50, -80].map((loudest) => hearing({ loudest }))).toEqual(['heard', 'quiet', 'silent']);
});
