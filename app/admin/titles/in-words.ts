import type { Column } from '#app/entities/entity-view.ts';
import { formatAmount } from '#app/i18n/price.ts';
import type { Labels } from '../labels.ts';
import type { Shown } from '../row-values.server.ts';
import type { Title } from './titles.server.ts';

/**
 * Puts a row's title into words.
 * @param instant formats an instant
 */
export function titleInWords(
  { columns, cells, text }: Title,
  labels: Labels,
  instant: (iso: string) => string = labels.instant,
): string {
  const { t } = labels;
  const words = columns.map((column) => [column, inWords(column, cells[column.name] ?? null)] as const);
  if (!text) return words.find(([, value]) => value !== '')?.[1] ?? t('value.untitled');
  const named = words.map(([{ name, kind }, value]) => [
    name,
    value || t(kind === 'user' ? 'value.deletedUser' : 'value.none'),
  ]);
  return t(`rowTitle.${text}`, Object.fromEntries(named));

  function inWords(column: Column, value: Shown): string {
    if (value === null) return '';
    if (column.kind === 'instant') return instant(String(value));
    if (column.kind === 'choice') return labels.choice(String(value), column.options);
    const isMoney = typeof value === 'object' && 'minor' in value;
    return isMoney ? formatAmount(value.minor, value.currency, labels.language) : String(value);
  }
}
