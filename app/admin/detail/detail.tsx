import { ArrowLeft, CircleStop, Trash2 } from 'lucide-react';
import { Alert } from '#app/components/ui/alert.tsx';
import type { Refusal } from '#app/forms/refusal.ts';
import { LocaleLink, useLocalePath } from '#app/i18n/locale.tsx';
import { EntityForm } from '../form/entity-form.tsx';
import { useLabels, useTitle } from '../labels.ts';
import { Value } from '../value.tsx';
import { AccountRoles } from './account-roles.tsx';
import { Confirm } from './confirm.tsx';
import type { DetailPage } from './detail.server.ts';
import type { Done } from './done.ts';
import { Translations } from './translations.tsx';

const DONE_TEXTS = {
  saved: 'form.saved',
  created: 'form.created',
  ended: 'room.ended',
  roles: 'account.changed',
} as const satisfies Record<Done, string>;

type AdminDetailProps = {
  page: DetailPage;
  refusal: Refusal | undefined;
  done: Done | null;
  /** HTML rendered from the Markdown in the form. */
  preview: string;
};

/** A row's page: its form, its read-only details, and actions. */
export function AdminDetail({ page, refusal, done, preview }: AdminDetailProps) {
  const { t } = useLabels();
  const titleOf = useTitle();
  const { section, id } = page;
  const title = id === null ? t(`new.${section}`) : titleOf(page.title);
  const formKey = `${id} ${page.version} ${refusal?.form === 'save' ? 'refused' : ''}`;
  return (
    <div className="grid gap-6">
      <div className="grid gap-2">
        <LocaleLink
          to={`/admin/${section}`}
          className="-my-3 inline-flex items-center gap-1.5 justify-self-start py-3 text-sm text-muted"
        >
          <ArrowLeft aria-hidden size={16} />
          {t(`section.${section}`)}
        </LocaleLink>
        <h1 className="text-2xl wrap-anywhere">{title}</h1>
      </div>
      {done && !refusal && <Alert tone="success">{t(DONE_TEXTS[done])}</Alert>}
      {refusal?.form === 'end' && <Alert tone="error">{t('room.notEnded')}</Alert>}
      <Translations page={page} />
      {isUnanswerable(page) && <Alert tone="info">{t('detail.unanswerable')}</Alert>}
      {page.account && <AccountRoles page={page} account={page.account} refusal={refusal} />}
      {id !== null && page.factsFirst && <Facts page={page} />}
      {page.fields.length > 0 && <EntityForm key={formKey} page={page} refusal={refusal} preview={preview} />}
      {id !== null && !page.factsFirst && <Facts page={page} />}
      {id !== null && (page.mayDelete || page.isLive) && <Actions page={page} id={id} />}
    </div>
  );
}

/** A message whose sender left no address and was not logged in. */
function isUnanswerable({ section, id, cells }: DetailPage): boolean {
  return section === 'inquiry' && id !== null && !cells.email && !cells.userId;
}

function Facts({ page }: { page: DetailPage }) {
  const { t, zone } = useLabels();
  return (
    <section className={page.factsFirst ? 'grid gap-3' : 'grid gap-3 border-t border-line pt-6'}>
      <h2 className="text-lg">{t('form.facts')}</h2>
      <p className="text-sm text-muted">{t('list.zone', { zone })}</p>
      <dl className="grid gap-x-8 gap-y-3 text-sm sm:grid-cols-2 lg:grid-cols-4">
        {page.facts.map((column) => (
          <div key={column.name} className={column.kind === 'multiline' ? 'col-span-full text-base' : ''}>
            <dt className="text-muted">{t(`field.${column.name}`)}</dt>
            <dd className="wrap-anywhere">
              <Value
                column={column}
                value={page.cells[column.name]}
                usernames={page.usernames}
                isLive={page.isLive}
              />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Actions({ page, id }: { page: DetailPage; id: string }) {
  const { t } = useLabels();
  const titleOf = useTitle();
  const localePath = useLocalePath();
  return (
    <div className="flex flex-wrap gap-3">
      {page.isLive && (
        <Confirm
          name="end"
          trigger={
            <>
              <CircleStop aria-hidden size={18} />
              {t('room.end')}
            </>
          }
          title={t('room.endTitle')}
          text={t('room.endText')}
          yes={t('room.end')}
          fields={{ intent: 'end' }}
        />
      )}
      {page.mayDelete && (
        <Confirm
          name="delete"
          trigger={
            <>
              <Trash2 aria-hidden size={18} />
              {t('delete.button')}
            </>
          }
          title={t('delete.title', { title: titleOf(page.title) })}
          text={t(`delete.${page.loses ?? 'whole'}`)}
          yes={t('delete.yes')}
          // The list page handles the deletion and offers to undo it.
          action={`${localePath(`/admin/${page.section}`)}?index`}
          fields={{ intent: 'delete', id }}
        />
      )}
    </div>
  );
}
