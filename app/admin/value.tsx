import { Check, CircleDot, Minus } from 'lucide-react';
import type { Column } from '#app/entities/entity-view.ts';
import { LocaleLink } from '#app/i18n/locale.tsx';
import { formatAmount, formatPrice } from '#app/i18n/price.ts';
import { formatSeconds } from '#app/i18n/seconds.ts';
import { useLabels } from './labels.ts';
import type { Shown } from './row-values.server.ts';
import { titleInWords } from './titles/in-words.ts';
import type { Title, Titles } from './titles/titles.server.ts';

type ValueProps = {
  column: Column;
  value: Shown | undefined;
  titles: Titles;
  /** For rooms: whether the room is live. */
  isLive?: boolean;
};

/** Renders a row's value for its column. */
export function Value({ column, value, titles, isLive = false }: ValueProps) {
  const labels = useLabels();
  const { t } = labels;
  if (value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)) {
    return <span className="text-muted">{t('value.none')}</span>;
  }
  switch (column.kind) {
    case 'instant':
      return (
        <time
          dateTime={String(value)}
          title={labels.utc(String(value))}
          className="whitespace-nowrap tabular-nums"
        >
          {labels.instant(String(value))}
        </time>
      );
    case 'number':
      return <span className="tabular-nums">{labels.number(Number(value))}</span>;
    case 'boolean':
      return <YesNo value={value === true} />;
    case 'country':
      return <span suppressHydrationWarning>{labels.country(String(value))}</span>;
    case 'user':
    case 'row':
    case 'anyRow':
      return <RowLink id={String(value)} title={titles[String(value)]} />;
    case 'rows':
      return (
        <LocaleLink
          to={`/admin/${column.section}?${column.name}=${String(value)}`}
          className="underline underline-offset-2"
        >
          {t(`section.${column.section}`)}
        </LocaleLink>
      );
    case 'choice':
      return <>{labels.choice(String(value), column.options)}</>;
    case 'section':
      return <>{labels.section(String(value), column.options)}</>;
    case 'choices':
      return (
        <>
          {texts(value)
            .map((one) => labels.choice(one, column.options))
            .join(', ')}
        </>
      );
    case 'prices':
      return <>{prices(value, labels.language)}</>;
    case 'money':
      return <span className="whitespace-nowrap tabular-nums">{money(value, labels.language)}</span>;
    case 'duration':
      return <span className="tabular-nums">{formatSeconds(Math.floor(Number(value) / 1000))}</span>;
    case 'status':
      return (
        <span className="inline-flex items-center gap-2 whitespace-nowrap">
          {labels.choice(String(value), column.options)}
          {isLive && <Live />}
        </span>
      );
    case 'multiline':
      return <span className="block max-w-prose whitespace-pre-line">{String(value)}</span>;
    case 'text':
      return <>{String(value)}</>;
  }
}

/** Link to a row by its title. Without one the row no longer exists or has no page. */
function RowLink({ id, title }: { id: string; title: Title | undefined }) {
  const labels = useLabels();
  if (!title) return <>{id}</>;
  return (
    <LocaleLink to={`/admin/${title.section}/${id}`} className="underline underline-offset-2">
      {titleInWords(title, labels)}
    </LocaleLink>
  );
}

function Live() {
  const { t } = useLabels();
  return (
    <span className="inline-flex items-center gap-1 rounded-full bg-sunken px-2 text-sm font-semibold text-good">
      <CircleDot aria-hidden size={14} />
      {t('value.live')}
    </span>
  );
}

/** Shows a state as a word and an icon, not by colour alone. */
export function YesNo({ value, yes, no }: { value: boolean; yes?: string; no?: string }) {
  const { t } = useLabels();
  return (
    <span className={`inline-flex items-center gap-1.5 ${value ? 'text-good' : 'text-muted'}`}>
      {value ? <Check aria-hidden size={16} /> : <Minus aria-hidden size={16} />}
      {value ? (yes ?? t('value.yes')) : (no ?? t('value.no'))}
    </span>
  );
}

function texts(value: Shown): string[] {
  return Array.isArray(value)
    ? value.flatMap((one) => (typeof one === 'string' ? one : []))
    : [String(value)];
}

function money(value: Shown, language: string): string {
  const isMoney = typeof value === 'object' && value !== null && 'minor' in value;
  return isMoney ? formatAmount(value.minor, value.currency, language) : String(value);
}

function prices(value: Shown, language: string): string {
  if (!Array.isArray(value)) return String(value);
  return value
    .flatMap((one) => (typeof one === 'string' ? [] : formatPrice(one.perMinute, one.currency, language)))
    .join(', ');
}
