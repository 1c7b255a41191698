import { Form, useLocation } from '@remix-run/react';
import { Undo2 } from 'lucide-react';
import { Alert } from '#app/components/ui/alert.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { useLabels, useTitle } from '../labels.ts';
import type { Deleted } from './deleted-rows.server.ts';

/** Confirms a deletion, with a button to undo it if possible. */
export function Undo({ deleted: { title, undo } }: { deleted: Deleted }) {
  const { t } = useLabels();
  const titleOf = useTitle();
  const { pathname } = useLocation();
  return (
    <Alert tone="success">
      {t('delete.done', { title: titleOf(title) })}
      {undo !== null && (
        <Form method="post" action={`${pathname}?index`}>
          <input type="hidden" name="intent" value="undo" />
          <input type="hidden" name="undo" value={undo} />
          <Button type="submit" variant="secondary">
            <Undo2 aria-hidden size={18} />
            {t('delete.undo')}
          </Button>
        </Form>
      )}
    </Alert>
  );
}
