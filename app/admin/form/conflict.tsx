import { Link, useLocation } from '@remix-run/react';
import { Alert } from '#app/components/ui/alert.tsx';
import { Button, buttonClass } from '#app/components/ui/button.tsx';
import type { FormValues } from '#app/forms/refusal.ts';
import { textOf } from '../form-values.ts';
import { useLabels } from '../labels.ts';
import type { OfferedField } from './form-page.ts';
import { shownIn } from './instants.ts';

type ConflictProps = { fields: readonly OfferedField[]; theirs: FormValues; yours: FormValues };

/**
 * Shows both versions of the fields that someone else changed too. Rendered within the form, which has the other
 * fields.
 */
export function Conflict({ fields, theirs, yours }: ConflictProps) {
  const { t, choice, zone } = useLabels();
  const { pathname } = useLocation();
  const words = (field: OfferedField, values: FormValues) => {
    if (field.kind === 'instant') return shownIn(zone, textOf(field, values));
    if (field.kind !== 'choice' && field.kind !== 'choices') return textOf(field, values);
    return (values[field.name] ?? []).map((value) => choice(value, field.options)).join(', ');
  };
  const rows = fields.map((field) => ({ field, theirs: words(field, theirs), yours: words(field, yours) }));
  return (
    <section aria-label={t('conflict.title')} className="grid gap-4 rounded-lg border border-line-strong p-4">
      <Alert tone="error" autoFocus>
        <strong>{t('conflict.title')}</strong>
      </Alert>
      <p className="text-muted">{t('conflict.text')}</p>
      <table className="w-full table-fixed text-left text-sm">
        <thead>
          <tr className="*:px-2 *:py-1.5">
            <th scope="col" className="w-1/4">
              {t('conflict.field')}
            </th>
            <th scope="col">{t('conflict.theirs')}</th>
            <th scope="col">{t('conflict.yours')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.field.name} className="align-top *:border-t *:border-line *:px-2 *:py-2">
              <th scope="row" className="wrap-anywhere">
                {t(`field.${row.field.name}`)}
              </th>
              <Text words={row.theirs || t('value.none')} />
              <Text words={row.yours || t('value.none')} />
            </tr>
          ))}
        </tbody>
      </table>
      <div className="flex flex-wrap gap-2">
        <Button type="submit">{t('conflict.over')}</Button>
        <Link viewTransition to={pathname} className={buttonClass({ variant: 'secondary' })}>
          {t('conflict.take')}
        </Link>
      </div>
    </section>
  );
}

function Text({ words }: { words: string }) {
  return (
    <td>
      <div className="max-h-60 overflow-y-auto wrap-anywhere whitespace-pre-wrap">{words}</div>
    </td>
  );
}
