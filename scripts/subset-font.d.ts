declare module 'subset-font' {
  /** Makes a smaller font (https://github.com/papandreou/subset-font). */
  export default function subsetFont(
    font: Buffer,
    text: undefined,
    options: {
      targetFormat: 'woff2';
      keepAllGlyphs: true;
      /** OpenType features to keep. */
      keepFeatures: string[];
      variationAxes: Record<string, { min: number; max: number }>;
    },
  ): Promise<Buffer>;
}
