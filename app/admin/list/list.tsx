import { Form, useLocation } from '@remix-run/react';
import { Plus, Search } from 'lucide-react';
import type { ReactNode } from 'react';
import { Horizon } from '#app/components/page/horizon.tsx';
import { Pager } from '#app/components/page/pager.tsx';
import { Alert } from '#app/components/ui/alert.tsx';
import { Button, buttonClass } from '#app/components/ui/button.tsx';
import { controlClass } from '#app/components/ui/field.tsx';
import { Select } from '#app/components/ui/select.tsx';
import { LocaleLink } from '#app/i18n/locale.tsx';
import { useLabels } from '../labels.ts';
import { FilterInput } from './filter-inputs.tsx';
import type { ListPage } from './list.server.ts';
import { useRememberList } from './remembered.ts';
import { RowsTable } from './rows-table.tsx';

/**
 * One page of a section's rows; its state is in the URL.
 * @param children shown between the heading and the rows
 */
export function AdminList({ page, children }: { page: ListPage; children?: ReactNode }) {
  const { t, zone } = useLabels();
  const { section, rows, total } = page;
  const { search: address } = useLocation();
  useRememberList(section, withoutIndex(address));
  const href = (changes: Record<string, string>) => addressOf(page, changes);
  const title = t(`section.${section}`);
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-2xl">{title}</h1>
        {page.creates && (
          <LocaleLink to={`/admin/${page.creates}/new`} className={buttonClass()}>
            <Plus aria-hidden size={18} />
            {t(`new.${page.creates}`)}
          </LocaleLink>
        )}
      </div>
      {children}
      <ListForm page={page} />
      {page.refused && <Alert tone="error">{t('list.wrong')}</Alert>}
      <p aria-live="polite" className="text-sm text-muted tabular-nums">
        {t('list.total', { count: total })}
      </p>
      {rows.length > 0 ? (
        <>
          <RowsTable
            {...page}
            caption={title}
            sorting={{ current: page.sort, sortable: page.sortable, href: (sort) => href({ sort }) }}
          />
          <Pager page={page.page} pages={page.pages} />
          <p className="text-sm text-muted">
            {t('list.zone', { zone })}{' '}
            <span className="max-md:hidden">
              {t('list.keys')} {page.searchable && t('list.searchKey')}
            </span>
          </p>
        </>
      ) : (
        <Empty page={page} />
      )}
    </div>
  );
}

/** Removes the `index` parameter, which Remix adds after a deletion. */
function withoutIndex(search: string): string {
  const query = new URLSearchParams(search);
  query.delete('index');
  return query.size > 0 ? `?${query}` : '';
}

function addressOf({ section, query }: ListPage, changes: Record<string, string>): string {
  const next = new URLSearchParams(query);
  for (const [name, value] of Object.entries(changes)) next.set(name, value);
  return `/admin/${section}?${next}`;
}

function Empty({ page: { section, query } }: { page: ListPage }) {
  const { t } = useLabels();
  const filtered = query.length > 0;
  return (
    <div className="grid justify-items-center gap-4 rounded-lg border border-line px-5 py-14 text-center">
      <Horizon className="w-40 text-line-strong" />
      <p className="max-w-prose text-muted">{t(filtered ? 'list.noMatch' : `empty.${section}`)}</p>
      {filtered && (
        <LocaleLink to={`/admin/${section}`} className={buttonClass({ variant: 'secondary' })}>
          {t('list.clear')}
        </LocaleLink>
      )}
    </div>
  );
}

function ListForm({ page }: { page: ListPage }) {
  const { t } = useLabels();
  const { pathname, search } = useLocation();
  const query = new Map(page.query);
  const filtered = page.filters.some(({ name }) =>
    [name, `${name}.from`, `${name}.to`].some((input) => query.has(input)),
  );
  return (
    // Remounts when the URL changes, so that the inputs also match it after going back.
    <Form key={search} method="get" action={pathname} role="search" className="grid gap-3">
      {query.has('sort') && <input type="hidden" name="sort" value={query.get('sort')} />}
      {page.searchable && (
        <div className="flex gap-2">
          <input
            type="search"
            name="q"
            aria-label={t('list.search')}
            placeholder={t('list.search')}
            defaultValue={query.get('q') ?? ''}
            maxLength={100}
            className={`${controlClass} max-w-md`}
          />
          <Button type="submit" variant="secondary">
            <Search aria-hidden size={18} />
            <span className="max-sm:sr-only">{t('list.search')}</span>
          </Button>
        </div>
      )}
      <details open={filtered} className="rounded-lg border border-line">
        <summary className="cursor-pointer px-4 py-2.5 font-semibold">{t('list.filters')}</summary>
        <div className="grid gap-4 px-4 pt-1 pb-4">
          <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
            {page.filters.map((filter) => (
              <FilterInput key={filter.name} filter={filter} query={query} countries={page.countries} />
            ))}
            <PageSize page={page} />
          </div>
          <div className="flex flex-wrap gap-2">
            <Button type="submit">{t('list.apply')}</Button>
            <LocaleLink to={`/admin/${page.section}`} className={buttonClass({ variant: 'quiet' })}>
              {t('list.clear')}
            </LocaleLink>
          </div>
        </div>
      </details>
    </Form>
  );
}

function PageSize({ page }: { page: ListPage }) {
  const { t } = useLabels();
  const value = (size: number) => (size === page.defaultSize ? '' : String(size));
  return (
    <Select label={t('list.size')} name="size" defaultValue={value(page.size)}>
      {page.sizes.map((size) => (
        <option key={size} value={value(size)}>
          {size}
        </option>
      ))}
    </Select>
  );
}
