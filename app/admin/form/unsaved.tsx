import { useBlocker } from '@remix-run/react';
import { useEffect, useRef } from 'react';
import { Button } from '#app/components/ui/button.tsx';
import { Dialog } from '#app/components/ui/dialog.tsx';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { useLabels } from '../labels.ts';

/**
 * Tracks unsaved changes of a form, and asks before they are lost by leaving the page.
 * @param unsaved whether the form starts with unsaved changes, e.g. after a refusal
 */
export function useUnsaved(unsaved: boolean) {
  const changed = useRef(false);
  useEffect(() => {
    changed.current = unsaved;
  }, [unsaved]);
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (changed.current) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, []);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      changed.current && currentLocation.pathname !== nextLocation.pathname,
  );
  return {
    blocker,
    /** `onInput` and `onSubmit` are handlers for the form. */
    onInput: () => {
      changed.current = true;
    },
    onSubmit: () => {
      changed.current = false;
    },
  };
}

export function UnsavedDialog({ blocker }: Pick<ReturnType<typeof useUnsaved>, 'blocker'>) {
  const { t } = useTranslation();
  const { t: tAdmin } = useLabels();
  return (
    <Dialog
      open={blocker.state === 'blocked'}
      onOpenChange={(open) => open || blocker.reset?.()}
      title={tAdmin('form.leaveTitle')}
      closeLabel={t('close')}
    >
      <div className="grid gap-4">
        <p className="text-muted">{tAdmin('form.leaveText')}</p>
        <div className="flex flex-wrap gap-2">
          <Button onClick={() => blocker.reset?.()}>{tAdmin('form.stay')}</Button>
          <Button variant="secondary" onClick={() => blocker.proceed?.()}>
            {tAdmin('form.leave')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
