import { Suspense, useEffect } from 'react';
import { useStore } from 'zustand';
import { useBackCloses } from '#app/components/page/use-back-closes.ts';
import { Dialog } from '#app/components/ui/dialog.tsx';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { closing } from './setup/closing.ts';
import { SetupFlow, useSetupTitle } from './setup/setup-flow.tsx';
import { useGuestArrival } from './setup/use-guest-arrival.ts';
import { useCallOwner } from './state/call-owner.ts';
import { callStore, resetCall } from './state/call-store.ts';

type StartDialogProps = { open: boolean; onOpenChange(open: boolean): void };

/** The single dialog of the home page: its content changes from the choice to the room's code. */
export default function StartDialog(props: StartDialogProps) {
  useCallOwner();
  // Preload: most visitors go from this dialog to the room page.
  useEffect(() => void import('./room/room-page.tsx'), []);
  return (
    // Its translations are loaded with it.
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
  // Unless the code's screen asks first.
  const leave = (byBack = false) => {
    const stays = closing(byBack);
    if (!stays) close();
    return stays;
  };
  useBackCloses(open, () => leave(true));
  useGuestArrival();
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => (next ? onOpenChange(true) : leave())}
      title={title}
      closeLabel={t('start.close')}
      // A click outside the dialog must not close the code while someone is typing it elsewhere.
      dismissible={!codeShown}
    >
      {/* As high as its highest step, so that the buttons do not move. */}
      <div
        className="grid min-h-[min(40rem,calc(92dvh-7rem))] sm:min-h-[min(36rem,calc(92dvh-7rem))] *:content-between"
        data-testid="setup"
      >
        <SetupFlow onClose={close} />
      </div>
    </Dialog>
  );
}
