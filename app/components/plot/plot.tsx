import { useEffect, useRef, useState } from 'react';
import type { PlotOptions } from './plot-options.ts';

/** `failed`: text shown if the plot cannot be drawn. */
type PlotProps = PlotOptions & { failed: string };

/**
 * Lines over time. Hidden from screen readers and empty without JavaScript, so a table beside it must have the same
 * data. The options must be referentially stable: a change redraws the plot.
 */
export function Plot({ failed, ...options }: PlotProps) {
  const element = useRef<HTMLDivElement>(null);
  const [hasFailed, setFailed] = useState(false);
  const { title, times, lines, marks, timeZone, format, step, formatTime, bars } = options;
  useEffect(() => {
    let remove: (() => void) | null = null;
    let gone = false;
    import('./draw.ts').then(
      ({ drawPlot }) => {
        if (gone || !element.current) return;
        remove = drawPlot(element.current, {
          title,
          times,
          lines,
          marks,
          timeZone,
          format,
          step,
          formatTime,
          bars,
        });
      },
      () => setFailed(true),
    );
    return () => {
      gone = true;
      remove?.();
    };
  }, [title, times, lines, marks, timeZone, format, step, formatTime, bars]);
  if (hasFailed) return <p className="text-muted">{failed}</p>;
  return <div ref={element} aria-hidden className="min-h-56 min-w-0 overflow-hidden" />;
}
