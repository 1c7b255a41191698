/** Contents of a plot. */
export type PlotOptions = {
  title: string;
  /** Seconds since 1970, ascending. */
  times: number[];
  /** Null: no data for that time. */
  lines: { label: string; values: (number | null)[] }[];
  /** Events to mark; seconds since 1970. */
  marks: number[];
  timeZone: string;
  format: (value: number) => string;
  /** The smallest difference of values that `format` shows; the axis has no labels closer than this. */
  step: number;
  /** Formats a time; seconds since 1970. */
  formatTime: (seconds: number) => string;
  /** Bars instead of lines. */
  bars?: boolean;
};
