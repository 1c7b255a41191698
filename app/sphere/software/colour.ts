/** The shares of red and blue in luma. https://www.itu.int/rec/T-REC-H.273, table 4 (matrix coefficients). */
const LUMA_SHARES = {
  bt709: { red: 0.2126, blue: 0.0722 },
  bt470bg: { red: 0.299, blue: 0.114 },
  smpte170m: { red: 0.299, blue: 0.114 },
  'bt2020-ncl': { red: 0.2627, blue: 0.0593 },
} as const;

/** The matrix browsers assume for frames without colour metadata. */
const UNLABELLED = 'bt709';

export type FrameColour = { matrix: string | null; fullRange: boolean | null };

/**
 * The matrix from (Y, U, V, 1), each 0 to 1 as stored, to red, green, blue and 1: sixteen numbers, row by row.
 * https://www.itu.int/rec/R-REC-BT.709-6-201506-I, sections 3 and 4, and the same sections of BT.601.
 */
export function yuvToRgb({ matrix, fullRange }: FrameColour): readonly number[] {
  const { red, blue } = LUMA_SHARES[isKnown(matrix) ? matrix : UNLABELLED];
  const green = 1 - red - blue;
  const luma = fullRange ? 1 : 255 / 219;
  const chroma = fullRange ? 1 : 255 / 224;
  const black = fullRange ? 0 : 16 / 255;
  const redOfV = 2 * (1 - red) * chroma;
  const blueOfU = 2 * (1 - blue) * chroma;
  const row = (ofU: number, ofV: number) => [luma, ofU, ofV, -luma * black - (ofU + ofV) * (128 / 255)];
  return [
    ...row(0, redOfV),
    ...row((-blueOfU * blue) / green, (-redOfV * red) / green),
    ...row(blueOfU, 0),
    ...[0, 0, 0, 1],
  ];
}

function isKnown(matrix: string | null): matrix is keyof typeof LUMA_SHARES {
  return matrix !== null && matrix in LUMA_SHARES;
}
