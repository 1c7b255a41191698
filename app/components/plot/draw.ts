import 'uplot/dist/uPlot.min.css';
import uPlot from 'uplot';
import './plot.css';
import { distinctLabels } from './distinct-labels.ts';
import type { PlotOptions } from './plot-options.ts';
import { roundSteps } from './round-steps.ts';

/** Loaded only with a plot. */

const COLOURS = ['--accent', '--text-muted', '--good', '--danger'];
const HEIGHT = 180;
/** A plot shows at least this long a time. */
const LEAST_S = 10;
const [MINUTE, HOUR, DAY] = [60, 3_600, 86_400];
/** Distances of labels in time, in s: none shorter than labels show. */
const TIME_STEPS = [
  ...[1, 2, 5, 10, 15, 30],
  ...[1, 2, 5, 10, 15, 30].map((count) => count * MINUTE),
  ...[1, 2, 3, 4, 6, 8, 12].map((count) => count * HOUR),
  ...[1, 2, 3, 5, 7, 10, 14, 30, 61, 91, 182, 365].map((count) => count * DAY),
];

/** Draws lines over time into an element. @returns a function that removes them */
export function drawPlot(element: HTMLElement, options: PlotOptions): () => void {
  const { title, times, lines, marks, timeZone, format, step, formatTime, bars } = options;
  const styles = getComputedStyle(element);
  const colour = (name: string) => styles.getPropertyValue(name).trim();
  const font = `12px ${styles.fontFamily}`;
  const axis = {
    font,
    stroke: colour('--text-muted'),
    grid: { stroke: colour('--line') },
    ticks: { show: false },
  };
  const paths = bars ? uPlot.paths.bars?.({ size: [0.7, 40] }) : undefined;
  const plot = new uPlot(
    {
      title,
      width: element.clientWidth,
      height: HEIGHT,
      tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), timeZone),
      scales: {
        // Includes marks before the first or after the last sample.
        x: {
          range: (_plot, first, last) => {
            const start = Math.min(first, ...marks);
            return [start, Math.max(last, start + LEAST_S, ...marks)];
          },
        },
        y: { range: (_plot, _least, most) => [0, most > 0 ? most * 1.1 : 1] },
      },
      axes: [
        {
          ...axis,
          space: 90,
          incrs: TIME_STEPS,
          values: (_plot, ticks) => distinctLabels(ticks, formatTime),
        },
        {
          ...axis,
          size: 70,
          incrs: roundSteps(step),
          values: (_plot, ticks) => distinctLabels(ticks, format),
        },
      ],
      series: [
        { label: '', value: (_plot, seconds) => (seconds === null ? '–' : formatTime(seconds)) },
        ...lines.map(({ label }, index) => ({
          label,
          stroke: colour(COLOURS[index % COLOURS.length] ?? ''),
          width: 2,
          ...(paths && { paths, fill: colour(COLOURS[index % COLOURS.length] ?? '') }),
          value: (_plot: uPlot, value: number | null) => (value === null ? '–' : format(value)),
        })),
      ],
      hooks: { draw: [(drawn) => drawMarks(drawn, marks, colour('--danger'))] },
    },
    [times, ...lines.map(({ values }) => values)],
    element,
  );
  const resized = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height: HEIGHT }));
  resized.observe(element);
  return () => {
    resized.disconnect();
    plot.destroy();
  };
}

/** Draws a line across the plot at each time. */
function drawMarks({ ctx, bbox, valToPos }: uPlot, marks: readonly number[], stroke: string): void {
  ctx.save();
  ctx.strokeStyle = stroke;
  ctx.setLineDash([4, 4]);
  for (const mark of marks) {
    const x = valToPos(mark, 'x', true);
    ctx.beginPath();
    ctx.moveTo(x, bbox.top);
    ctx.lineTo(x, bbox.top + bbox.height);
    ctx.stroke();
  }
  ctx.restore();
}
