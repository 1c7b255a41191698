import type { Result } from './measure.ts';

type Judged = Result['judged'][number];

/** Spans after the end of a turn, in seconds. */
const RESTS = [0, 0.15, 0.3, 0.6, 1, Number.POSITIVE_INFINITY];
/** A picture is sharp within this many dB of the best of its rest. */
const SHARP_DB = 1;

export const LEGEND = [
  "PSNR in dB and SSIM of what is in view beside the film's own: mean (5th percentile).",
  `PSNR in turns, and up to ${RESTS.slice(1, -1).join(', ')} s and more after them.`,
  `Sharp: ms from the end of a turn to ${SHARP_DB} dB below the best of its rest: median (95th percentile).`,
  'Covered: share of the view in full detail. Late: frames by which what is in view is behind the whole.',
].join('\n');

export function report(name: string, result: Result): string {
  const { judged, unread, received, receivedBits, painted, sent, cropMs, cores } = result;
  const psnrOf = (part: Judged[]) => mean(part.map(({ psnr }) => psnr)).toFixed(1);
  const rests = RESTS.slice(1).map((to, index) =>
    psnrOf(judged.filter(({ rested }) => rested !== null && rested >= (RESTS[index] ?? 0) && rested < to)),
  );
  const turning = psnrOf(judged.filter(({ rested }) => rested === null));
  const covered = judged.flatMap(({ covered }) => covered ?? []);
  const late = mean(judged.map(({ late }) => late));
  const tracks = sent.map(
    ({ width, height, frames, bits, keys, encodeMs }) =>
      `${width}×${height}, ${frames.toFixed(1)} frames/s, ${megabits(bits)}, ${keys} key frames, ${encodeMs.toFixed(1)} ms to encode`,
  );
  const sharp = sharpAfter(judged).toSorted((a, b) => a - b);
  const psnrs = judged.map(({ psnr }) => psnr);
  const ssims = judged.map(({ ssim }) => ssim);
  return [
    name,
    `  PSNR ${spread(psnrs, 1)}, SSIM ${spread(ssims, 3)}`,
    `  turning ${turning}, then ${rests.join(' ')}`,
    `  sharp after ${at(sharp, 0.5)?.toFixed(0)} (${at(sharp, 0.95)?.toFixed(0)}) ms, of ${sharp.length} turns`,
    `  ${covered.length > 0 ? `covered ${mean(covered).toFixed(2)}, ` : ''}late ${late.toFixed(1)}, ${unread} of ${judged.length + unread} unread`,
    ...tracks.map((track) => `  sent ${track}`),
    `  received ${received.map((frames) => frames.toFixed(1)).join(' and ')} frames/s${receivedBits === null ? '' : `, ${megabits(receivedBits)}`}`,
    ...(painted === null ? [] : [`  painted ${painted.toFixed(1)} frames/s`]),
    ...(cropMs === null ? [] : [`  ${cropMs.toFixed(1)} ms to crop`]),
    `  cores: ${Object.entries(cores)
      .map(([name, share]) => `${name} ${share?.toFixed(2)}`)
      .join(', ')}`,
  ].join('\n');
}

/** Of each rest after a turn that lasted long enough: how long its picture took to be sharp, in ms. */
function sharpAfter(judged: Judged[]): number[] {
  const rests: Judged[][] = [];
  for (const [index, one] of judged.entries()) {
    if (one.rested === null) continue;
    const isNext = one.rested < (judged[index - 1]?.rested ?? Number.POSITIVE_INFINITY);
    if (isNext) rests.push([]);
    rests.at(-1)?.push(one);
  }
  // The first one follows no turn, and the end may cut the last one short.
  return rests
    .slice(1)
    .filter((rest) => (rest.at(-1)?.rested ?? 0) >= 0.8)
    .map((rest) => {
      const best = Math.max(...rest.map(({ psnr }) => psnr));
      return 1000 * (rest.find(({ psnr }) => psnr >= best - SHARP_DB)?.rested ?? Number.NaN);
    });
}

const megabits = (bits: number) => `${(bits / 1e6).toFixed(2)} Mbit/s`;

function spread(values: number[], digits: number): string {
  const fifth = at(
    values.toSorted((a, b) => a - b),
    0.05,
  );
  return `${mean(values).toFixed(digits)} (${fifth?.toFixed(digits)})`;
}

/** The value at a share of the sorted ones. */
const at = (sorted: number[], share: number) => sorted[Math.round(share * (sorted.length - 1))];

const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
