import { Suspense, useEffect } from 'react';
import { useStore } from 'zustand';
import { Dialog } from '#app/components/ui/dialog.tsx';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { SetupFlow, useSetupTitle } from './setup/setup-flow.tsx';
import { useCallOwner } from './state/call-owner.ts';
import { callStore, resetCall } from './state/call-store.ts';

type StartDialogProps = { open: boolean; onOpenChange(open: boolean): void };

/** The one dialog of the home page: its content changes from the choice to the room's code. */
export default function StartDialog(props: StartDialogProps) {
  useCallOwner();
  // The page that most visitors of this dialog go to next.
  useEffect(() => void import('./room/room-page.tsx'), []);
  return (
    // Its texts are loaded with it.
    <Suspense>
      <LoadedDialog {...props} />
    </Suspense>
  );
}

function LoadedDialog({ open, onOpenChange }: StartDialogProps) {
  const { t } = useTranslation('call');
  const title = useSetupTitle();
  const codeShown = useStore(callStore, ({ setup }) => setup.name === 'CHANNEL_CREATED');
  const close = () => {
    onOpenChange(false);
    void resetCall();
  };
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => (next ? onOpenChange(true) : close())}
      title={title}
      closeLabel={t('start.close')}
      // A click beside the dialog must not take a code away that somebody is just typing elsewhere.
      dismissible={!codeShown}
    >
      <SetupFlow onClose={close} />
    </Dialog>
  );
}
