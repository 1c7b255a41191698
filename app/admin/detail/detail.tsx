import { ArrowLeft, Trash2 } from 'lucide-react';
import { useEffect } from 'react';
import { Alert } from '#app/components/ui/alert.tsx';
import type { Refusal } from '#app/forms/refusal.ts';
import { Success } from '#app/forms/success.tsx';
import { LocaleLink, useLocalePath } from '#app/i18n/locale.tsx';
import { HistoryLinks } from '../audit/history.tsx';
import { EndRoom } from '../channel/end-room.tsx';
import { Confirm } from '../confirm.tsx';
import type { Done } from '../done.ts';
import { EntityForm } from '../form/entity-form.tsx';
import { useLabels } from '../labels.ts';
import { offers } from '../list/offers.ts';
import { useListSearch } from '../list/remembered.ts';
import { TO_LIST } from '../list/search-key.ts';
import { titleInWords } from '../titles/in-words.ts';
import { Value } from '../value.tsx';
import type { DetailPage } from './detail.server.ts';
import { ExtraAbove, ExtraBelow } from './extra.tsx';
import { Translations } from './translations.tsx';

type AdminDetailProps = {
  page: DetailPage;
  refusal: Refusal | undefined;
  /** Names of the fields that someone else changed too. */
  conflicts: readonly string[];
  done: Done | null;
  /** HTML rendered from the Markdown in the form. */
  preview: string;
};

const DONE_TEXTS = {
  saved: 'form.saved',
  roles: 'account.changed',
  merged: 'form.merged',
  restored: 'form.restored',
  created: 'form.created',
  ended: 'room.ended',
  suspended: 'access.suspended',
  lifted: 'access.lifted',
  sessionsEnded: 'access.ended',
  refunded: 'refund.done',
  decided: 'complaint.done',
  cancelled: 'booking.done',
  approved: 'approval.done',
  answered: 'dispute.done',
} as const satisfies Record<Done, string>;

/** A row's page: its form, its read-only details, and actions. */
export function AdminDetail({ page, refusal, conflicts, done, preview }: AdminDetailProps) {
  const labels = useLabels();
  const { t } = labels;
  const { section, id, extra } = page;
  const isEntry = extra?.of === 'audit';
  const listSearch = useListSearch(section);
  useEffect(() => {
    if (done === 'restored') offers.forget(section, id);
  }, [done, section, id]);
  const title = page.title ? titleInWords(page.title, labels) : t(`new.${section}`);
  const formKey = `${id} ${page.version} ${refusal?.theirs?.version ?? ''}`;
  return (
    <div className="grid gap-6">
      <div className="grid gap-2">
        <LocaleLink
          {...TO_LIST}
          to={`/admin/${section}${listSearch}`}
          className="-my-3 inline-flex items-center gap-1.5 justify-self-start py-3 text-sm text-muted"
        >
          <ArrowLeft aria-hidden size={16} />
          {t(`section.${section}`)}
        </LocaleLink>
        <h1 className="text-2xl wrap-anywhere">{title}</h1>
      </div>
      {done && <Success done={done}>{t(DONE_TEXTS[done])}</Success>}
      <Translations page={page} />
      {isUnanswerable(page) && <Alert tone="info">{t('detail.unanswerable')}</Alert>}
      {extra && <ExtraAbove extra={extra} refusal={refusal} />}
      {id !== null && page.factsFirst && !isEntry && <Facts page={page} />}
      {page.fields.length > 0 && (
        <EntityForm key={formKey} page={page} refusal={refusal} conflicts={conflicts} preview={preview} />
      )}
      {id !== null && !page.factsFirst && !isEntry && <Facts page={page} />}
      {extra && <ExtraBelow extra={extra} refusal={refusal} />}
      {id !== null && !isEntry && <Actions page={page} id={id} title={title} />}
    </div>
  );
}

/** Whether it is a message whose sender left no address and was not logged in. */
function isUnanswerable({ section, id, cells }: DetailPage): boolean {
  return section === 'inquiry' && id !== null && !cells.email && !cells.userId;
}

const isLiveRoom = ({ extra }: DetailPage) => extra?.of === 'channel' && extra.isLive;

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
                titles={page.titles}
                isLive={isLiveRoom(page)}
              />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Actions({ page, id, title }: { page: DetailPage; id: string; title: string }) {
  const { t } = useLabels();
  const localePath = useLocalePath();
  const filters = useListSearch(page.section).replace('?', '&');
  return (
    <div className="flex flex-wrap gap-3">
      {page.section !== 'role' && <HistoryLinks section={page.section} id={id} />}
      {isLiveRoom(page) && <EndRoom />}
      {page.mayDelete && (
        <Confirm
          name="delete"
          trigger={
            <>
              <Trash2 aria-hidden size={18} />
              {t('delete.button')}
            </>
          }
          title={t('delete.title', { title })}
          text={t(`delete.${page.loses ?? 'whole'}`)}
          yes={t('delete.yes')}
          no={t('delete.no')}
          // The list page handles the deletion and offers to undo it.
          action={`${localePath(`/admin/${page.section}`)}?index${filters}`}
          fields={{ intent: 'delete', id }}
        />
      )}
    </div>
  );
}
