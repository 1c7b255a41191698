import type { ReactNode } from 'react';
import { Select } from '#app/components/ui/select.tsx';
import { TextField } from '#app/components/ui/text-field.tsx';
import type { Filter } from '#app/entities/entity-view.ts';
import { byLabel, useLabels } from '../labels.ts';

type FilterInputProps = { filter: Filter; query: ReadonlyMap<string, string>; countries: readonly string[] };

/** Inputs of one filter, filled from the URL. */
export function FilterInput({ filter, query, countries }: FilterInputProps) {
  const { t, choice, section, country, language } = useLabels();
  const { name } = filter;
  const label = t(`field.${name}`);
  const current = query.get(name) ?? '';
  const select = (options: ReactNode) => (
    <Select label={label} name={name} defaultValue={current}>
      <option value="">{t('list.any')}</option>
      {options}
    </Select>
  );
  switch (filter.kind) {
    case 'choice':
      return select(
        filter.options.map((value) => (
          <option key={value} value={value}>
            {choice(value, filter.options)}
          </option>
        )),
      );
    case 'section':
      return select(
        filter.options.map((value) => (
          <option key={value} value={value}>
            {section(value, filter.options)}
          </option>
        )),
      );
    case 'boolean':
      return select(
        <>
          <option value="true">{t('value.yes')}</option>
          <option value="false">{t('value.no')}</option>
        </>,
      );
    case 'filled':
      return select(
        <>
          <option value="yes">{t('list.filled')}</option>
          <option value="no">{t('list.notFilled')}</option>
        </>,
      );
    case 'country':
      return select(
        byLabel(countries, country, language).map(([code, words]) => (
          <option key={code} value={code}>
            {words}
          </option>
        )),
      );
    case 'dates':
      return (
        <>
          {(['from', 'to'] as const).map((bound) => (
            <TextField
              key={bound}
              type="date"
              label={t(`list.${bound}`, { field: label })}
              name={`${name}.${bound}`}
              defaultValue={query.get(`${name}.${bound}`) ?? ''}
            />
          ))}
        </>
      );
    case 'user':
    case 'text':
      return <TextField label={label} name={name} defaultValue={current} autoComplete="off" />;
  }
}
