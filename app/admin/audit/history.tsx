import { History, UserSearch } from 'lucide-react';
import { buttonClass } from '#app/components/ui/button.tsx';
import { LocaleLink } from '#app/i18n/locale.tsx';
import { useLabels } from '../labels.ts';
import type { EntitySection } from '../sections.ts';

/** Links from a row to its audit entries, and from a user to the entries of what they did. */
export function HistoryLinks({ section, id }: { section: EntitySection; id: string }) {
  const { t } = useLabels();
  return (
    <>
      <LocaleLink
        to={`/admin/audit?${new URLSearchParams({ entity: section, rowId: id })}`}
        className={buttonClass({ variant: 'secondary' })}
      >
        <History aria-hidden size={18} />
        {t('audit.history')}
      </LocaleLink>
      {section === 'user' && (
        <LocaleLink to={`/admin/audit?actorId=${id}`} className={buttonClass({ variant: 'secondary' })}>
          <UserSearch aria-hidden size={18} />
          {t('audit.deeds')}
        </LocaleLink>
      )}
    </>
  );
}
