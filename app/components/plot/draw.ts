import 'uplot/dist/uPlot.min.css';
import uPlot from 'uplot';
import './plot.css';
import type { PlotOptions } from './plot-options.ts';

/** Loaded only with a plot. */

const COLOURS = ['--accent', '--text-muted', '--good', '--danger'];
const HEIGHT = 180;

/** Draws lines over time into an element. @returns a function that removes them */
export function drawPlot(element: HTMLElement, options: PlotOptions): () => void {
  const { title, times, lines, marks, timeZone, format, formatTime, bars } = options;
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
          range: (_plot, first, last) => [Math.min(first, ...marks), Math.max(last, ...marks)],
        },
        y: { range: (_plot, _least, most) => [0, most > 0 ? most * 1.1 : 1] },
      },
      axes: [
        { ...axis, space: 90, values: (_plot, ticks) => ticks.map(formatTime) },
        { ...axis, size: 70, values: (_plot, ticks) => ticks.map(format) },
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
