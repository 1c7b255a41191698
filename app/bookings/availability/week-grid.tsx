import type { ComponentProps, ReactNode } from 'react';
import { DAY_MINUTES } from './clock.ts';

type WeekGridProps = {
  days: readonly {
    key: string | number;
    title: ReactNode;
    /** `Stretch`es. */
    content: ReactNode;
    column?: ComponentProps<'div'> & { 'data-day'?: number };
  }[];
};

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
const share = (minutes: number) => `${(100 * minutes) / DAY_MINUTES}%`;

/** Seven columns from midnight to midnight; hidden on narrow screens. */
export function WeekGrid({ days }: WeekGridProps) {
  return (
    <div className="hidden grid-cols-[3rem_repeat(7,1fr)] text-sm lg:grid">
      <span />
      {days.map(({ key, title }) => (
        <div key={key} className="pb-1 text-center font-semibold">
          {title}
        </div>
      ))}
      <svg aria-hidden className="h-[60rem] w-full fill-muted text-xs tabular-nums">
        {HOURS.slice(1).map((hour) => (
          <text key={hour} x="85%" y={share(hour * 60)} textAnchor="end" dominantBaseline="middle">
            {`${hour}:00`}
          </text>
        ))}
      </svg>
      {days.map(({ key, content, column }) => (
        <div
          key={key}
          {...column}
          className="relative touch-none border-l border-line bg-[linear-gradient(var(--line)_1px,transparent_1px)] bg-size-[100%_2.5rem] last:border-r"
        >
          {/* Positioned by SVG attributes, as the Content-Security-Policy allows no inline styles. */}
          <svg role="presentation" className="pointer-events-none absolute inset-0 size-full">
            {content}
          </svg>
        </div>
      ))}
    </div>
  );
}

type StretchProps = { start: number; end: number; children: ReactNode };

/** A part of a day. @param start minutes after midnight, as `end` */
export function Stretch({ start, end, children }: StretchProps) {
  return (
    <foreignObject width="100%" y={share(start)} height={share(end - start)}>
      {children}
    </foreignObject>
  );
}

/** For a link that fills a `Stretch`. */
export const stretchClass =
  'pointer-events-auto mx-1 block h-full overflow-hidden rounded-md bg-accent px-1.5 text-xs leading-tight text-on-accent no-underline -outline-offset-2 hover:bg-accent-hover aria-current:outline-2 aria-current:outline-text';
