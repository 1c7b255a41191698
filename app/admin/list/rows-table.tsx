import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react';
import { DemoMark } from '#app/components/ui/demo-mark.tsx';
import type { Column } from '#app/entities/entity-view.ts';
import { LocaleLink } from '#app/i18n/locale.tsx';
import { useLabels } from '../labels.ts';
import type { ListSection } from '../sections.ts';
import type { Titles } from '../titles/titles.server.ts';
import { Value } from '../value.tsx';
import { useInnerScroll } from './inner-scroll.ts';
import type { ListRow } from './list.server.ts';

type Sorting = {
  /** As in the URL: `-createdAt`. */
  current: string;
  sortable: readonly string[];
  /** URL of the list in another order. */
  href(sort: string): string;
};

type RowsTableProps = {
  section: ListSection;
  caption: string;
  columns: readonly Column[];
  rows: readonly ListRow[];
  titles: Titles;
  /** Omit for a short table, which shows more of each text. */
  sorting?: Sorting;
};

/**
 * Table of rows, each linking to its page. Scrolls in both directions within itself, with a sticky head and
 * first column.
 */
export function RowsTable({ section, caption, columns, rows, titles, sorting }: RowsTableProps) {
  const id = useId();
  const table = useRef<HTMLElement>(null);
  useInnerScroll(table);
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable, so focusable by keyboard
      tabIndex={0}
      aria-labelledby={id}
      ref={table}
      onKeyDown={moveBetweenRows}
      className="relative max-h-[75dvh] overflow-auto rounded-lg border border-line bg-raised scroll-edge [--edge-ground:var(--raised)]"
    >
      <table className="w-full border-separate border-spacing-0 text-left text-sm">
        <caption id={id} className="sr-only">
          {caption}
        </caption>
        <thead>
          <tr>
            {columns.map((column, i) => (
              <HeadCell key={column.name} column={column} isFirst={i === 0} sorting={sorting} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id: rowId, cells, isLive, isDemo }) => (
            <tr key={rowId} className="group">
              {columns.map((column, i) => {
                const value = (
                  <Value column={column} value={cells[column.name]} titles={titles} isLive={isLive} />
                );
                if (i > 0) {
                  return (
                    <Cell key={column.name} isShort={sorting !== undefined}>
                      {value}
                    </Cell>
                  );
                }
                return (
                  <th
                    key={column.name}
                    scope="row"
                    className="sticky left-0 z-10 max-w-44 truncate border-b border-line bg-raised px-3 py-2 font-semibold group-hover:bg-sunken sm:max-w-72"
                  >
                    <span className="flex flex-wrap items-center gap-x-1.5">
                      <LocaleLink
                        to={`/admin/${section}/${rowId}`}
                        data-row
                        className="max-w-full truncate underline-offset-2 hover:underline"
                      >
                        {value}
                      </LocaleLink>
                      {isDemo && <DemoMark />}
                    </span>
                  </th>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Cell({ isShort, children }: { isShort: boolean; children: ReactNode }) {
  return (
    <td
      className={`border-b border-line px-3 py-2 group-hover:bg-sunken ${isShort ? 'max-w-72 truncate' : 'max-w-prose'}`}
    >
      {isShort ? children : <div className="line-clamp-3 wrap-anywhere">{children}</div>}
    </td>
  );
}

function HeadCell({ column, isFirst, sorting }: { column: Column; isFirst: boolean; sorting?: Sorting }) {
  const { t } = useLabels();
  const label = t(`field.${column.name}`);
  const sort = sorting && ordering(sorting, column.name);
  return (
    <th
      scope="col"
      aria-sort={sort?.direction}
      className={`sticky top-0 border-b border-line-strong bg-sunken px-3 py-2 font-semibold whitespace-nowrap ${isFirst ? 'left-0 z-30' : 'z-20'}`}
    >
      {sort ? (
        <LocaleLink
          to={sort.href}
          preventScrollReset
          title={t('list.sortBy', { field: label })}
          className="-my-3 inline-flex items-center gap-1.5 py-3 underline-offset-2 hover:underline"
        >
          {label}
          <sort.Icon aria-hidden size={14} className={sort.direction ? '' : 'text-muted'} />
        </LocaleLink>
      ) : (
        label
      )}
    </th>
  );
}

function ordering({ current, sortable, href }: Sorting, name: string) {
  if (!sortable.includes(name)) return undefined;
  if (current === name) {
    return { direction: 'ascending', Icon: ArrowUp, href: href(`-${name}`) } as const;
  }
  if (current === `-${name}`) return { direction: 'descending', Icon: ArrowDown, href: href(name) } as const;
  return { direction: undefined, Icon: ArrowUpDown, href: href(name) } as const;
}

const STEPS: Partial<Record<string, (at: number, last: number) => number>> = {
  ArrowDown: (at, last) => Math.min(at + 1, last),
  ArrowUp: (at) => Math.max(at - 1, 0),
  Home: () => 0,
  End: (_, last) => last,
};

function moveBetweenRows(event: KeyboardEvent<HTMLElement>): void {
  const step = STEPS[event.key];
  if (!step || event.ctrlKey || event.metaKey || event.altKey) return;
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('a[data-row]')];
  if (links.length === 0) return;
  event.preventDefault();
  const row = document.activeElement?.closest('tr')?.querySelector<HTMLElement>('a[data-row]');
  links[step(row ? links.indexOf(row) : -1, links.length - 1)]?.focus();
}
