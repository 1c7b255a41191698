import { useCallback, useMemo } from 'react';
import { useTimeZone } from '#app/components/page/use-time-zone.ts';
import { Plot } from '#app/components/plot/plot.tsx';
import type { Language } from '#app/i18n/languages.ts';
import { secondIn } from '#app/i18n/moments.ts';
import { useReader } from '#app/i18n/use-reader.ts';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { END_REASONS } from '#protocol/channel.ts';
import { QUALITIES } from '#protocol/video-quality.ts';
import { healthFormats, STEPS } from './formats.ts';
import type { CallHealth, CallHealthPoint } from './read.server.ts';

type Seat = 'host' | 'guest';

/**
 * The health of a call over time, for both sides, with its events. @param own the viewer's side; null for
 * administrators
 */
export function CallHealthDetails({ health, own }: { health: CallHealth; own: Seat | null }) {
  const { t } = useTranslation('streams');
  const zone = useTimeZone();
  const seatName = (seat: Seat) =>
    own === null ? t(`quality.seat.${seat}`) : t(seat === own ? 'quality.seat.you' : 'quality.seat.other');
  return (
    <div className="grid gap-6">
      <p className="text-sm text-muted">{t('quality.zone', { zone })}</p>
      <Events health={health} seatName={seatName} zone={zone} />
      {(['host', 'guest'] as const).map((seat) => (
        <SeatHealth key={seat} seat={seat} name={seatName(seat)} health={health} zone={zone} />
      ))}
    </div>
  );
}

type EventsProps = { health: CallHealth; seatName: (seat: Seat) => string; zone: string };

function Events({ health: { events }, seatName, zone }: EventsProps) {
  const { t } = useTranslation('streams');
  const time = useTime(zone);
  if (events.length === 0) return null;
  const more = (detail: string | null) => {
    const reason = END_REASONS.find((name) => name === detail);
    const quality = QUALITIES.find((name) => name === detail);
    if (reason) return t(`quality.reason.${reason}`);
    return quality ? t(`quality.qualityName.${quality}`) : null;
  };
  return (
    <section aria-labelledby="health-events" className="grid gap-2">
      <h3 id="health-events" className="text-base">
        {t('quality.events')}
      </h3>
      <ol className="grid gap-1 text-sm">
        {events.map(({ at, seat, kind, detail }) => (
          <li key={`${at} ${seat} ${kind}`} className="grid grid-cols-[auto_1fr] gap-x-3">
            <span className="text-muted tabular-nums">{time(at)}</span>
            <span>
              {seat && `${seatName(seat)}: `}
              {t(kind === 'ended' && seat ? 'quality.event.endedBy' : `quality.event.${kind}`)}
              {more(detail) && ` (${more(detail)})`}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}

type SeatHealthProps = { seat: Seat; name: string; health: CallHealth; zone: string };

function SeatHealth({ seat, name, health, zone }: SeatHealthProps) {
  const { t, language } = useTranslation('streams');
  const points = health[seat];
  const format = useFormats(language);
  const time = useTime(zone);
  const plots = useMemo(() => {
    const times = points.map(({ at }) => at);
    const marks = health.events.filter((event) => event.seat !== other(seat)).map(({ at }) => at);
    const line = (label: string, of: (point: CallHealthPoint) => number | null) => ({
      label,
      values: points.map(of),
    });
    type Lines = ReturnType<typeof line>[];
    const plot = (title: string, shown: (value: number) => string, step: number, lines: Lines) => ({
      ...{ title, times, marks, lines, format: shown, step },
    });
    return [
      plot(t('quality.plot.bitrate'), format.bitrate, STEPS.bitrate, [
        line(t('quality.column.received'), ({ received }) => received),
        line(t('quality.column.sent'), ({ sent }) => sent),
      ]),
      plot(t('quality.plot.trouble'), format.share, STEPS.share, [
        line(t('quality.column.loss'), ({ loss }) => loss),
        line(t('quality.column.frozen'), ({ frozen }) => frozen),
      ]),
      plot(t('quality.plot.frames'), format.frames, STEPS.frames, [
        line(t('quality.column.frames'), ({ frames }) => frames),
      ]),
      plot(t('quality.plot.roundTrip'), format.ms, STEPS.ms, [
        line(t('quality.column.roundTrip'), ({ roundTripMs }) => roundTripMs),
      ]),
    ];
  }, [points, health, seat, t, format]);
  const id = `health-${seat}`;
  return (
    <section aria-labelledby={id} className="grid min-w-0 gap-3">
      <h3 id={id} className="text-base">
        {name}
      </h3>
      {points.length === 0 ? (
        <p className="text-muted">{t('quality.none')}</p>
      ) : (
        <>
          <div className="grid min-w-0 gap-4 lg:grid-cols-2 [&>*]:min-w-0">
            {plots.map((plot) => (
              <Plot
                key={plot.title}
                {...plot}
                timeZone={zone}
                formatTime={time}
                failed={t('quality.failed')}
              />
            ))}
          </div>
          <Samples name={name} points={points} zone={zone} />
        </>
      )}
    </section>
  );
}

const other = (seat: Seat): Seat => (seat === 'host' ? 'guest' : 'host');

const COLUMNS = ['received', 'loss', 'frozen', 'size', 'frames', 'roundTrip', 'sent', 'limitation'] as const;

/** The same data as a table. */
function Samples({ name, points, zone }: { name: string; points: readonly CallHealthPoint[]; zone: string }) {
  const { t, language } = useTranslation('streams');
  const time = useTime(zone);
  const format = useFormats(language);
  const maybe = (value: number | null, shown: (value: number) => string) =>
    value === null ? '–' : shown(value);
  const cells = (point: CallHealthPoint): Record<(typeof COLUMNS)[number], string> => ({
    received: maybe(point.received, format.bitrate),
    loss: maybe(point.loss, format.share),
    frozen: maybe(point.frozen, format.share),
    size: point.size ?? '–',
    frames: maybe(point.frames, format.frames),
    roundTrip: maybe(point.roundTripMs, format.ms),
    sent: maybe(point.sent, format.bitrate),
    limitation: isLimit(point.limitation) ? t(`quality.limit.${point.limitation}`) : '–',
  });
  return (
    <details>
      <summary className="cursor-pointer py-2.5 text-sm underline">{t('quality.table', { name })}</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls */}
      <section aria-label={t('quality.table', { name })} tabIndex={0} className="max-h-96 overflow-auto">
        <table className="w-full text-sm tabular-nums [&_:is(td,th)]:px-3 [&_:is(td,th)]:py-1 [&_:is(td,th)]:text-start">
          <thead>
            <tr>
              <th scope="col">{t('quality.column.time')}</th>
              {COLUMNS.map((column) => (
                <th key={column} scope="col">
                  {t(`quality.column.${column}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {points.map((point) => {
              const shown = cells(point);
              return (
                <tr key={point.at} className="border-t border-line">
                  <th scope="row" className="font-normal">
                    {time(point.at)}
                  </th>
                  {COLUMNS.map((column) => (
                    <td key={column}>{shown[column]}</td>
                  ))}
                </tr>
              );
            })}
          </tbody>
        </table>
      </section>
    </details>
  );
}

const LIMITS = ['cpu', 'bandwidth', 'other'] as const;
const isLimit = (name: string | null): name is (typeof LIMITS)[number] =>
  LIMITS.some((limit) => limit === name);

const useTime = (timeZone: string) => {
  const reader = useReader();
  return useCallback((seconds: number) => secondIn(seconds * 1000, timeZone, reader), [reader, timeZone]);
};

const useFormats = (language: Language) => useMemo(() => healthFormats(language), [language]);
