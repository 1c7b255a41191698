import { useLanguage } from '#app/i18n/locale.tsx';
import { useTranslation } from '#app/i18n/use-translation.ts';
import type { SeenDetail } from '../check/detail.ts';
import type { StreamStats } from '../media/stats.ts';
import type { ShownStats } from './use-call-stats.ts';

type StatsPanelProps = {
  stats: ShownStats | null;
  /** The other person's picture is rendered as a sphere; a flat one is shown by the browser itself. */
  sphere: boolean;
  /** Visible detail of the other person's picture in the current view. */
  seen: SeenDetail | null;
};

/** The statistics of both directions, side by side; leaves out what applies to neither. */
export function StatsPanel({ stats, sphere, seen }: StatsPanelProps) {
  const { t } = useTranslation('call');
  const language = useLanguage();
  const nothing = t('stats.nothing');
  const number = (value: number | null | undefined, unit = '', digits = 0) =>
    value === null || value === undefined
      ? nothing
      : value.toLocaleString(language, { maximumFractionDigits: digits }) + unit;
  const size = (stream?: Pick<StreamStats, 'width' | 'height'>) =>
    stream?.width && stream.height ? `${stream.width} × ${stream.height}` : nothing;
  const percent = (loss: number | null | undefined) =>
    number(loss === null || loss === undefined ? null : loss * 100, ' %', 1);
  const megabits = (bitrate: number | null | undefined) =>
    number(bitrate === null || bitrate === undefined ? null : bitrate / 1e6, ' Mbit/s', 2);
  const limitation = stats?.sent.limitation;
  const { received, sent } = stats ?? {};

  const all: [string, string, string][] = [
    [t('stats.resolution'), size(received), size(sent)],
    [t('stats.whole'), received?.whole ? size(received.whole) : '', sent?.whole ? size(sent.whole) : ''],
    [t('stats.frames'), number(received?.framesPerSecond), number(sent?.framesPerSecond)],
    [t('stats.painted'), sphere ? number(stats?.paintedPerSecond, '', 1) : '', ''],
    [t('stats.way'), sphere && stats?.way ? t(`stats.ways.${stats.way}`) : '', ''],
    [t('stats.detail'), number(seen?.degrees, '', 1), ''],
    [t('stats.detailLimit'), seen ? t(`stats.detailLimits.${seen.limit}`) : '', ''],
    [t('stats.bitrate'), megabits(received?.bitrate), megabits(sent?.bitrate)],
    [t('stats.loss'), percent(received?.loss), percent(sent?.loss)],
    [t('stats.codec'), received?.codec ?? nothing, sent?.codec ?? nothing],
    [t('stats.limitation'), '', isLimitation(limitation) ? t(`stats.limitations.${limitation}`) : nothing],
    [t('stats.roundTrip'), number(stats?.roundTrip, ' ms'), ''],
  ];
  const rows = all.filter(([, ...cells]) => !stats || cells.some((cell) => cell !== '' && cell !== nothing));
  return (
    <table className="w-full text-left text-sm tabular-nums">
      <thead>
        <tr className="text-muted">
          <th className="py-1 pr-3 font-normal">{t('stats.title')}</th>
          <th className="py-1 pr-3 font-normal">{t('stats.received')}</th>
          <th className="py-1 font-normal">{t('stats.sent')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, down, up]) => (
          <tr key={name} className="border-t border-line">
            <th className="py-1 pr-3 font-normal text-muted">{name}</th>
            <td className="py-1 pr-3 whitespace-nowrap">{down}</td>
            <td className="py-1 whitespace-nowrap">{up}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function isLimitation(reason: string | null | undefined): reason is 'none' | 'cpu' | 'bandwidth' | 'other' {
  return reason === 'none' || reason === 'cpu' || reason === 'bandwidth' || reason === 'other';
}
