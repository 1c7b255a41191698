import { type ReactNode, useId } from 'react';
import { HIDDEN } from '#app/audit/changed-fields.ts';
import { auditView } from '#app/entities/audit/view.ts';
import { LocaleLink } from '#app/i18n/locale.tsx';
import { useLabels } from '../labels.ts';
import { Value } from '../value.tsx';
import type { AuditEntryPage, Change } from './entry.server.ts';

const SECTIONS = auditView.columns.flatMap((column) => (column.kind === 'section' ? column.options : []));

/** An audit entry: who did what to which row, when and from where, and what changed. */
export function AuditEntry({ entry }: { entry: AuditEntryPage }) {
  const { t, exactInstant, section } = useLabels();
  const { at, address, actor, row, changes, usernames } = entry;
  const title = useId();
  return (
    <>
      <dl className="grid gap-x-8 gap-y-3 sm:grid-cols-2">
        <Fact name={t('audit.when')}>
          <time dateTime={at} className="tabular-nums">
            {exactInstant(at)}
          </time>
        </Fact>
        <Fact name={t('field.actorId')}>
          {actor ? (
            <MaybeLink to={actor.exists ? `/admin/user/${actor.id}` : null} name={actor.name} />
          ) : (
            t(address === null ? 'audit.program' : 'audit.visitor')
          )}
        </Fact>
        <Fact name={t('field.address')}>{address ?? t('value.none')}</Fact>
        {row && (
          <Fact name={section(row.entity, SECTIONS)}>
            <MaybeLink to={row.section && `/admin/${row.section}/${row.id}`} name={row.title || row.id} />
          </Fact>
        )}
      </dl>
      {changes.length > 0 ? (
        <section aria-labelledby={title} className="grid gap-3">
          <h2 id={title} className="text-lg">
            {t('audit.changes')}
          </h2>
          <table className="w-full table-fixed text-left text-sm">
            <thead>
              <tr className="*:px-2 *:py-1.5">
                <th scope="col" className="w-1/3">
                  {t('audit.field')}
                </th>
                <th scope="col">{t('audit.before')}</th>
                <th scope="col">{t('audit.after')}</th>
              </tr>
            </thead>
            <tbody>
              {changes.map((change) => (
                <tr key={change.name} className="align-top *:border-t *:border-line *:px-2 *:py-2">
                  <th scope="row" className="wrap-anywhere">
                    {change.column ? t(`field.${change.column.name}`) : change.name}
                  </th>
                  <Side change={change} side="before" usernames={usernames} />
                  <Side change={change} side="after" usernames={usernames} />
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      ) : (
        <p className="text-muted">{t('audit.same')}</p>
      )}
    </>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-sm text-muted">{name}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  );
}

/** @param to null if the page no longer exists */
function MaybeLink({ to, name }: { to: string | null; name: string }) {
  const { t } = useLabels();
  if (to === null) return <>{t('audit.gone', { name })}</>;
  return (
    <LocaleLink to={to} className="underline underline-offset-2">
      {name}
    </LocaleLink>
  );
}

type SideProps = { change: Change; side: 'before' | 'after'; usernames: Record<string, string> };

function Side({ change: { name, column, ...values }, side, usernames }: SideProps) {
  const { t } = useLabels();
  const value = values[side];
  return (
    <td>
      <div className="max-h-60 overflow-y-auto wrap-anywhere whitespace-pre-wrap">
        {value === HIDDEN ? (
          <span className="text-muted">{t('audit.hidden')}</span>
        ) : column ? (
          <Value column={column} value={value} usernames={usernames} />
        ) : (
          String(value ?? t('value.none'))
        )}
      </div>
    </td>
  );
}
