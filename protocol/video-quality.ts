import { z } from 'zod';
import type { Projection } from './projection.ts';

/** The quality that a seat sends. */
export const QUALITIES = ['LOW', 'MEDIUM', 'HIGH'] as const;
/**
 * The quality that a person chooses. DEFAULT, shown as automatic, is the best that the camera fills and that the browser
 * encodes without effort: it may be lower than HIGH, and is never sent itself.
 */
export const QUALITY_CHOICES = ['DEFAULT', ...QUALITIES] as const;
/** The quality of a person who has not chosen one. */
export const FIRST_QUALITY = 'MEDIUM';

export const qualitySchema = z.enum(QUALITIES);
export const qualityChoiceSchema = z.enum(QUALITY_CHOICES);

export type Quality = z.infer<typeof qualitySchema>;
export type QualityChoice = z.infer<typeof qualityChoiceSchema>;

/** Width and height in pixels, bitrate in bit/s. */
export type VideoTarget = { width: number; height: number; bitrate: number };

const SPHERE_TARGETS: Record<Quality, VideoTarget> = {
  LOW: { width: 1280, height: 640, bitrate: 1_200_000 },
  MEDIUM: { width: 1920, height: 960, bitrate: 3_500_000 },
  HIGH: { width: 3840, height: 1920, bitrate: 12_000_000 },
};

const FLAT_TARGETS: Record<Quality, VideoTarget> = {
  LOW: { width: 640, height: 360, bitrate: 800_000 },
  MEDIUM: { width: 1280, height: 720, bitrate: 2_500_000 },
  HIGH: { width: 1920, height: 1080, bitrate: 5_000_000 },
};

/** The video settings to request from camera and encoder. */
export function videoTarget(quality: Quality, projection: Projection): VideoTarget {
  return (projection === 'flat' ? FLAT_TARGETS : SPHERE_TARGETS)[quality];
}
