import { useState } from 'react';
import { useLazyPart } from '#app/components/page/lazy-part.ts';
import { Button } from '#app/components/ui/button.tsx';
import { useTranslation } from '#app/i18n/use-translation.ts';

const loadDialog = () => import('#app/call/start-dialog.tsx');

/** Opens the start dialog. The call's code is loaded with the first click, or slightly before. */
export function StartButton() {
  const { t } = useTranslation('home');
  const { t: common } = useTranslation();
  const { Part: StartDialog, state, request, trigger } = useLazyPart(loadDialog);
  const [open, setOpen] = useState(false);

  return (
    <div className="grid justify-items-center gap-3">
      <Button
        size="lg"
        className="min-w-44"
        busy={state === 'loading'}
        onClick={() => {
          setOpen(true);
          if (state !== 'ready') void request();
        }}
        {...trigger}
      >
        {t(state === 'loading' ? 'starting' : state === 'failed' ? 'retry' : 'start')}
      </Button>
      <p role="alert" className="font-semibold text-poor empty:hidden">
        {state === 'failed' && common('connectionError')}
      </p>
      {StartDialog && <StartDialog open={open} onOpenChange={setOpen} />}
    </div>
  );
}
