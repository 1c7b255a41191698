import { type ReactNode, useId } from 'react';
import { HIDDEN } from '#app/audit/changed-fields.ts';
import { auditView } from '#app/entities/audit/view.ts';
import { LocaleLink } from '#app/i18n/locale.tsx';
import { useLabels } from '../labels.ts';
import { titleInWords } from '../titles/in-words.ts';
import type { Title, Titles } from '../titles/titles.server.ts';
import { Value } from '../value.tsx';
import type { AuditEntryPage, Change } from './entry.server.ts';

const SECTIONS = auditView.columns.flatMap((column) => (column.kind === 'section' ? column.options : []));

/** An audit entry: who did what to which row, when and from where, and what changed. */
export function AuditEntry({ entry }: { entry: AuditEntryPage }) {
  const { t, exactInstant, section } = useLabels();
  const { at, address, actor, row, changes, titles } = entry;
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
            <MaybeLink id={actor.id} title={titles[actor.id]} name={actor.name} />
          ) : (
            t(address === null ? 'audit.program' : 'audit.visitor')
          )}
        </Fact>
        <Fact name={t('field.address')}>{address ?? t('value.none')}</Fact>
        {row && (
          <Fact name={section(row.entity, SECTIONS)}>
            <MaybeLink id={row.id} title={titles[row.id]} />
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
                  <Side change={change} side="before" titles={titles} />
                  <Side change={change} side="after" titles={titles} />
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

type MaybeLinkProps = { id: string; title: Title | undefined; name?: string | null };

/** Link to a row that may no longer exist. @param name instead of its title */
function MaybeLink({ id, title, name }: MaybeLinkProps) {
  const labels = useLabels();
  if (!title) return <>{labels.t('audit.gone', { name: name ?? id })}</>;
  return (
    <LocaleLink to={`/admin/${title.section}/${id}`} className="underline underline-offset-2">
      {name ?? titleInWords(title, labels)}
    </LocaleLink>
  );
}

type SideProps = { change: Change; side: 'before' | 'after'; titles: Titles };

function Side({ change: { name, column, ...values }, side, titles }: SideProps) {
  const { t } = useLabels();
  const value = values[side];
  return (
    <td>
      <div className="max-h-60 overflow-y-auto wrap-anywhere whitespace-pre-wrap">
        {value === HIDDEN ? (
          <span className="text-muted">{t('audit.hidden')}</span>
        ) : column ? (
          <Value column={column} value={value} titles={titles} />
        ) : (
          String(value ?? t('value.none'))
        )}
      </div>
    </td>
  );
}
