import { Form } from '@remix-run/react';
import { Undo2 } from 'lucide-react';
import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react';
import { Alert } from '#app/components/ui/alert.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { useLocalePath } from '#app/i18n/locale.tsx';
import { useLabels } from '../labels.ts';
import { titleInWords } from '../titles/in-words.ts';
import type { Deleted } from './deleted-rows.server.ts';
import { type Offer, offers } from './offers.ts';

/** Confirms a deletion, with a button to undo it if possible, and stores it for `UndoOffers`. */
export function Undo({ section, deleted }: { section: string; deleted: Deleted }) {
  const labels = useLabels();
  const { t } = labels;
  const { id, undo, until } = deleted;
  const title = titleInWords(deleted.title, labels);
  useEffect(() => {
    if (undo === null) return;
    offers.show(undo);
    offers.add({ section, id, title, undo, until });
    return () => offers.show(null);
  }, [section, id, title, undo, until]);
  return (
    <Alert tone="success">
      {t('delete.done', { title })}
      {undo !== null && <UndoForm section={section} undo={undo} />}
    </Alert>
  );
}

/** Deletions that can still be undone, in every section and after a reload, except the one the page itself confirms. */
export function UndoOffers() {
  const { t } = useLabels();
  const all = useSyncExternalStore(offers.subscribe, offers.all, offers.none);
  const shown = useSyncExternalStore(offers.subscribe, offers.shown, () => null);
  const now = useNow(all);
  const open = all.filter(({ undo, until }) => until > now && undo !== shown);
  return open.map(({ section, title, undo }) => (
    <Alert key={undo} tone="info">
      {t('delete.done', { title })}
      <UndoForm section={section} undo={undo} />
    </Alert>
  ));
}

/** The current time, updated whenever an offer ends. */
function useNow(all: readonly Offer[]): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const next = Math.min(...all.map(({ until }) => until).filter((until) => until > now));
    if (!Number.isFinite(next)) return;
    const timer = setTimeout(() => setNow(Date.now()), Math.max(0, next - Date.now()) + 1);
    return () => clearTimeout(timer);
  }, [all, now]);
  return now;
}

function UndoForm({ section, undo }: { section: string; undo: string }): ReactNode {
  const { t } = useLabels();
  const localePath = useLocalePath();
  return (
    <Form method="post" action={`${localePath(`/admin/${section}`)}?index`}>
      <input type="hidden" name="intent" value="undo" />
      <input type="hidden" name="undo" value={undo} />
      <Button type="submit" variant="secondary">
        <Undo2 aria-hidden size={18} />
        {t('delete.undo')}
      </Button>
    </Form>
  );
}
