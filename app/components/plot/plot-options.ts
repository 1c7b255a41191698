/** What a plot shows. */
export type PlotOptions = {
  title: string;
  /** Seconds since 1970, ascending. */
  times: number[];
  /** Null: nothing is known of that time. */
  lines: { label: string; values: (number | null)[] }[];
  /** Where something happened; seconds since 1970. */
  marks: number[];
  timeZone: string;
  format: (value: number) => string;
  /** Writes a time; seconds since 1970. */
  formatTime: (seconds: number) => string;
  /** Bars in place of lines. */
  bars?: boolean;
};
