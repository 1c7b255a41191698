import type { Result } from './measure.ts';

type Judged = Result['judged'][number];

/** Spans after the end of a turn, in seconds. */
const RESTS = [0, 0.15, 0.3, 0.6, 1, Number.POSITIVE_INFINITY];

export const LEGEND = [
  "PSNR in dB and SSIM of a view of 1280×720, 90° wide, beside the film's own: mean (5th percentile).",
  `PSNR in turns, and up to ${RESTS.slice(1, -1).join(', ')} s and more after them.`,
  'Covered: share of the view in full detail. Late: frames by which the rectangle is behind the whole.',
].join('\n');

export function report(name: string, { judged, unread, received, sent, cropMs, cores }: Result): string {
  const psnrOf = (part: Judged[]) => mean(part.map(({ psnr }) => psnr)).toFixed(1);
  const rests = RESTS.slice(1).map((to, index) =>
    psnrOf(judged.filter(({ rested }) => rested !== null && rested >= (RESTS[index] ?? 0) && rested < to)),
  );
  const turning = psnrOf(judged.filter(({ rested }) => rested === null));
  const covered = mean(judged.map(({ covered }) => covered));
  const late = mean(judged.map(({ late }) => late));
  const tracks = sent.map(
    ({ width, height, frames, bits, keys, encodeMs }) =>
      `${width}×${height}, ${frames.toFixed(1)} frames/s, ${(bits / 1e6).toFixed(2)} Mbit/s, ${keys} key frames, ${encodeMs.toFixed(1)} ms to encode`,
  );
  return [
    name,
    `  PSNR ${spread(
      judged.map(({ psnr }) => psnr),
      1,
    )}, SSIM ${spread(
      judged.map(({ ssim }) => ssim),
      3,
    )}`,
    `  turning ${turning}, then ${rests.join(' ')}`,
    `  covered ${covered.toFixed(2)}, late ${late.toFixed(1)}, ${unread} of ${judged.length + unread} unread`,
    ...tracks.map((track) => `  sent ${track}`),
    `  received ${received.map((frames) => frames.toFixed(1)).join(' and ')} frames/s, ${cropMs.toFixed(1)} ms to crop`,
    `  cores: sender ${cores.sender?.toFixed(2)}, receiver ${cores.receiver?.toFixed(2)}`,
  ].join('\n');
}

function spread(values: number[], digits: number): string {
  const fifth = values.toSorted((a, b) => a - b)[Math.floor(0.05 * (values.length - 1))];
  return `${mean(values).toFixed(digits)} (${fifth?.toFixed(digits)})`;
}

const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
