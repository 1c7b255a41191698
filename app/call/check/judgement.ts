import { DETAIL_FRAME, DETAILED } from '#app/sphere/detail/rectangle.ts';
import type { Projection } from '#protocol/projection.ts';
import { QUALITIES, type Quality, type QualityChoice, videoTarget } from '#protocol/video-quality.ts';
import { captureSize, type Size } from '../devices/capture.ts';
import { offeredQualities, sentQuality } from '../devices/chosen-quality.ts';
import { sendsDetail } from '../devices/sends-detail.ts';
import { BESIDE_DETAIL, VIDEO_SHARE } from '../media/bandwidth.ts';
import { pixelsPerDegree } from './detail.ts';
import type {
  CameraMeasure,
  EncoderMeasure,
  Measures,
  MicrophoneMeasure,
  UplinkMeasure,
} from './measures.ts';

type Picture = Parameters<typeof pixelsPerDegree>[1];

/** Current settings of the camera. */
export type Setting = Picture & {
  /** The camera's largest picture. */
  native: Size;
  choice: QualityChoice;
  /** The highest quality that the browser's own report allows for DEFAULT. */
  allowed: Quality;
  /** In HIGH, the part in view is sent in full detail, and the whole small: see `sendsDetail`. */
  detailed: boolean;
};

export type Grade = 'sharp' | 'clear' | 'soft';

export type Verdict = {
  /** What the other side receives with the proposal: quality and size of the picture. */
  quality: Quality;
  size: Size;
  /**
   * Null for a flat picture. `degrees`: pixels per degree. `whole`: those of viewers who get no part in full detail, if
   * these are fewer.
   */
  detail: { grade: Grade; degrees: number; whole: number | null } | null;
  /** A quality other than the current one, and the reason for it; null if the current one is right. */
  proposal: { quality: Quality; reason: 'uplink' | 'encoder' | 'better' } | null;
  warnings: Warning[];
};

/**
 * - `strained`: a picture of 5.7K or more, too much for this device.
 * - `slowCamera`: too few frames for fluent movement.
 * - `slowUplink`: too little for even the lowest quality.
 * - `smallTextures`: the other side's picture is scaled down before it is shown here.
 */
type Warning = 'strained' | 'slowCamera' | 'slowUplink' | 'smallTextures';

/** Pixels per degree: those of 4K and of 1920 pixels around the whole sphere, rounded down. */
const SHARP = 10;
const CLEAR = 5;
/** Frames/s at which video is sent. */
const FRAME_RATE = 30;
/**
 * Factor for the highest quality in software, because the processor also decodes and renders the other side's picture
 * meanwhile. None for the others: an encoder that keeps up with the camera is fast enough, and browsers reduce the size
 * themselves when the processor is short.
 */
const SOFTWARE_MARGIN = 1.5;
/** Frames/s below which movement stutters visibly. */
const FLUENT_RATE = 20;
/** Minimum share of a quality's bitrate with which it looks better than the next lower one. */
const MIN_BITRATE_SHARE = 0.6;
/** Pixels of a frame of the part in full detail and of the whole beside it. */
const DETAILED_PIXELS =
  DETAIL_FRAME.width * DETAIL_FRAME.height + (DETAILED.width * DETAILED.height) / BESIDE_DETAIL.scale ** 2;
/** Their minimum bitrate: the least at which they were measured, and better than MEDIUM (docs/decisions/070-detail.md). */
const DETAILED_BITRATE = 1_500_000;
/** Minimum width of the pictures that cameras call 5.7K. */
const WIDE = 5_120;
/** Width of the largest picture that is sent. */
const WIDEST_SENT = videoTarget('HIGH', 'equirectangular').width;
/** RMS of speech at the usual distance, in dB of full scale; below the second it is not speech. */
const QUIET_LEVEL = -45;
const SILENT_LEVEL = -65;

export function gradeOf(degrees: number): Grade {
  if (degrees >= SHARP) return 'sharp';
  return degrees >= CLEAR ? 'clear' : 'soft';
}

/**
 * The highest quality that the encoder keeps up with: by its measured speed, else by the browser's report.
 * @param camera what the camera delivers: an encoder need not be faster
 */
export function encodedQuality(
  { native, projection, detailed }: Pick<Setting, 'native' | 'projection' | 'detailed'>,
  { hardware, framesPerSecond, width, height }: EncoderMeasure,
  camera: CameraMeasure | null,
): Quality {
  if (framesPerSecond === null) return hardware || detailed ? 'HIGH' : 'MEDIUM';
  const delivered = Math.min(FRAME_RATE, camera?.framesPerSecond ?? FRAME_RATE);
  const keepsUp = (quality: Quality) => {
    const size = captureSize(native, videoTarget(quality, projection));
    const pixels = quality === 'HIGH' && detailed ? DETAILED_PIXELS : size.width * size.height;
    const speed = framesPerSecond * ((width * height) / pixels);
    // A slow camera may have been in the dark, so the highest quality is for the full rate.
    return quality === 'HIGH' ? speed >= FRAME_RATE * (hardware ? 1 : SOFTWARE_MARGIN) : speed >= delivered;
  };
  return QUALITIES.findLast(keepsUp) ?? 'LOW';
}

/** Whether the encoder does not keep up with the best quality of a camera of the size in which it was measured. */
export function isSlowEncoder(
  projection: Projection,
  encoder: EncoderMeasure,
  camera: CameraMeasure | null,
): boolean {
  const full = sentQuality('DEFAULT', encoder, projection, 'HIGH');
  const detailed = sendsDetail(encoder, projection);
  return isLower(encodedQuality({ native: encoder, projection, detailed }, encoder, camera), full);
}

type Sent = Pick<Setting, 'projection' | 'detailed'>;

function isCarried(quality: Quality, { projection, detailed }: Sent, bitrate: number): boolean {
  const least =
    quality === 'HIGH' && detailed
      ? DETAILED_BITRATE
      : videoTarget(quality, projection).bitrate * MIN_BITRATE_SHARE;
  return bitrate * VIDEO_SHARE >= least;
}

/** The highest quality that the connection carries: any, if it may carry more than was tried. */
export function carriedQuality(sent: Sent, { bitrate, more }: UplinkMeasure): Quality {
  if (more) return 'HIGH';
  return QUALITIES.findLast((quality) => isCarried(quality, sent, bitrate)) ?? 'LOW';
}

const isLower = (a: Quality, b: Quality) => QUALITIES.indexOf(a) < QUALITIES.indexOf(b);
const lower = (a: Quality, b: Quality) => (isLower(a, b) ? a : b);

/**
 * What the other side will see, and a better setting. What was not measured limits nothing; a higher quality is
 * proposed only where both encoder and connection were measured.
 */
export function judge(setting: Setting, measures: Measures): Verdict {
  const { native, projection, choice, allowed, detailed } = setting;
  const { encoder, uplink } = measures;
  const set = sentQuality(choice, native, projection, allowed);
  const full = sentQuality('DEFAULT', native, projection, 'HIGH');
  const { encoded, carried } = limitsOf(setting, measures);
  const best = lower(full, lower(encoded, carried));
  const isProven = encoder !== null && uplink !== null && isCarried(best, setting, uplink.bitrate);
  const mayRaise = isProven && offeredQualities(native, projection).includes(best);
  const quality = isLower(best, set) || (isLower(set, best) && mayRaise) ? best : set;
  const size = captureSize(native, videoTarget(quality, projection));
  const degrees = pixelsPerDegree(size.width, setting);
  const whole = detailed && quality === 'HIGH' ? wholeDegrees(setting, measures) : degrees;
  const against = isLower(encoded, carried) ? 'encoder' : 'uplink';
  return {
    quality,
    size,
    detail:
      degrees === null ? null : { grade: gradeOf(degrees), degrees, whole: whole === degrees ? null : whole },
    proposal: quality === set ? null : { quality, reason: isLower(set, quality) ? 'better' : against },
    warnings: warningsOf(setting, measures),
  };
}

/** The highest quality that the encoder allows, and the connection. */
function limitsOf(
  setting: Setting,
  { camera, encoder, uplink }: Measures,
): Record<'encoded' | 'carried', Quality> {
  return {
    encoded: encoder ? encodedQuality(setting, encoder, camera) : 'HIGH',
    carried: uplink ? carriedQuality(setting, uplink) : 'HIGH',
  };
}

/** Pixels per degree of the whole picture, sent without a part in full detail. */
function wholeDegrees(setting: Setting, measures: Measures): number | null {
  const { encoded, carried } = limitsOf({ ...setting, detailed: false }, measures);
  const target = videoTarget(lower(encoded, carried), setting.projection);
  return pixelsPerDegree(captureSize(setting.native, target).width, setting);
}

function warningsOf(setting: Setting, { camera, encoder, uplink, display }: Measures): Warning[] {
  const warnings: Warning[] = [];
  const weak = encoder !== null && !encoder.hardware && encodedQuality(setting, encoder, camera) !== 'HIGH';
  const cannotShow = display !== null && display.largest < setting.native.width;
  if (setting.native.width >= WIDE && (weak || cannotShow)) warnings.push('strained');
  if (camera && isSlow(camera)) warnings.push('slowCamera');
  if (uplink && isSlowUplink(setting.projection, uplink)) warnings.push('slowUplink');
  if (display && display.largest < WIDEST_SENT) warnings.push('smallTextures');
  return warnings;
}

export function isSlow({ framesPerSecond }: CameraMeasure): boolean {
  return framesPerSecond < FLUENT_RATE;
}

export function isSlowUplink(projection: Projection, { bitrate, more }: UplinkMeasure): boolean {
  return !more && !isCarried('LOW', { projection, detailed: false }, bitrate);
}

export function hearing({ loudest }: MicrophoneMeasure): 'heard' | 'quiet' | 'silent' {
  if (loudest >= QUIET_LEVEL) return 'heard';
  return loudest >= SILENT_LEVEL ? 'quiet' : 'silent';
}
