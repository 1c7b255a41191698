import { Button } from '#app/components/ui/button.tsx';
import { Dialog } from '#app/components/ui/dialog.tsx';
import { useTranslation } from '#app/i18n/use-translation.ts';
import type { ClearReason, Encryption } from './call-encryption.ts';
import { doubtOf } from './lock.tsx';

const REFUSED = {
  streamed: 'encryption.question.refusedStreamed',
  watchable: 'encryption.question.refusedWatchable',
} as const;

type EncryptionQuestionProps = {
  encryption: Encryption;
  /** Why the other side's camera is said not to be encrypted; null if nothing is known to prevent it. */
  reason: ClearReason | null;
  /** @param accepted the other side's key, or `clear` */
  onGoOn: (accepted: string) => void;
  onLeave: () => void;
};

/** Asks whether to go on where encryption has gone, or the key is doubtful. Until then nothing is sent or shown. */
export function EncryptionQuestion({ encryption, reason, onGoOn, onLeave }: EncryptionQuestionProps) {
  const { t } = useTranslation('call');
  const isHeld = encryption.state === 'on' && encryption.isHeld;
  const doubt = doubtOf(encryption) ?? 'changed';
  const isRefused = encryption.state === 'refused';
  return (
    <Dialog
      open={isHeld || isRefused}
      onOpenChange={(open) => open || onLeave()}
      title={t(isHeld ? `encryption.${doubt}` : 'encryption.question.title')}
      closeLabel={t('encryption.question.leave')}
      dismissible={false}
    >
      <div className="grid gap-4">
        {isHeld && <p>{t(`encryption.question.${doubt}`)}</p>}
        {isRefused && <p>{t(reason ? REFUSED[reason] : 'encryption.question.refused')}</p>}
        {isRefused && encryption.wasOn && <p>{t('encryption.question.wasOn')}</p>}
        <div className="flex flex-wrap gap-2">
          <Button onClick={() => onGoOn(isHeld ? encryption.key : 'clear')}>
            {t(isHeld ? 'encryption.question.goOn' : 'encryption.question.goOnWithout')}
          </Button>
          <Button variant="secondary" onClick={onLeave}>
            {t('encryption.question.leave')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
