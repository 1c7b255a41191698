import { useBlocker } from '@remix-run/react';
import { useEffect, useId, useSyncExternalStore } from 'react';
import { Button } from '#app/components/ui/button.tsx';
import { Dialog } from '#app/components/ui/dialog.tsx';
import { useTranslation } from '#app/i18n/use-translation.ts';
import type { Refusal } from './refusal.ts';
import { unsaved } from './unsaved.ts';

/**
 * Tracks unsaved changes of a form.
 * @param refusal if set, the form shows submitted values, which are unsaved
 * @returns handlers for the form, and whether this form shows the prompt: a router has one blocker, a page several
 *   forms
 */
export function useUnsaved(refusal: Refusal | undefined) {
  const id = useId();
  useEffect(() => {
    if (refusal) unsaved.add(id);
    return () => unsaved.delete(id);
  }, [id, refusal]);
  const asks = useSyncExternalStore(
    unsaved.subscribe,
    () => unsaved.first() === id,
    () => false,
  );
  const forget = () => unsaved.delete(id);
  return { asks, onInput: () => unsaved.add(id), onSubmit: forget, onReset: forget };
}

/** Asks before leaving the page would lose unsaved changes. */
export function UnsavedGuard() {
  const { t } = useTranslation();
  const { t: formText } = useTranslation('errors');
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (unsaved.any()) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, []);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      unsaved.any() && currentLocation.pathname !== nextLocation.pathname,
  );
  return (
    <Dialog
      open={blocker.state === 'blocked'}
      onOpenChange={(open) => open || blocker.reset?.()}
      title={formText('leave.title')}
      closeLabel={t('close')}
    >
      <div className="grid gap-4">
        <p className="text-muted">{formText('leave.text')}</p>
        <div className="flex flex-wrap gap-2">
          <Button onClick={() => blocker.reset?.()}>{formText('leave.stay')}</Button>
          <Button variant="secondary" onClick={() => blocker.proceed?.()}>
            {formText('leave.leave')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
