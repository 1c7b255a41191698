import { Button } from '#app/components/ui/button.tsx';
import { Dialog } from '#app/components/ui/dialog.tsx';
import { useTranslation } from '#app/i18n/use-translation.ts';
import type { Stake } from './at-stake.ts';

type LeaveQuestionProps = {
  /** Null closes the question. */
  about: Stake | null;
  onStay(): void;
  onLeave(): void;
};

/** Asks before a call ends, or a room closes, that nobody asked to end. Closing it stays. */
export function LeaveQuestion({ about, onStay, onLeave }: LeaveQuestionProps) {
  const { t } = useTranslation('call');
  return (
    <Dialog
      open={about !== null}
      onOpenChange={(open) => open || onStay()}
      title={t(about === 'code' ? 'leave.titleCode' : 'leave.title')}
      closeLabel={t('leave.stay')}
    >
      <div className="grid gap-4">
        <p className="text-muted">{t(about === 'code' ? 'leave.textCode' : 'leave.text')}</p>
        <div className="flex flex-wrap gap-2">
          <Button onClick={onStay}>{t('leave.stay')}</Button>
          <Button variant="secondary" onClick={onLeave}>
            {t('leave.leave')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
