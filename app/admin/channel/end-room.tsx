import { CircleStop } from 'lucide-react';
import { Alert } from '#app/components/ui/alert.tsx';
import { Confirm } from '../confirm.tsx';
import { useLabels } from '../labels.ts';

/** Ends a live room after a confirmation. */
export function EndRoom() {
  const { t } = useLabels();
  return (
    <Confirm
      name="end"
      trigger={
        <>
          <CircleStop aria-hidden size={18} />
          {t('room.end')}
        </>
      }
      title={t('room.endTitle')}
      text={t('room.endText')}
      yes={t('room.end')}
      no={t('cancel')}
      fields={{ intent: 'end' }}
    />
  );
}

export function RoomNotEnded() {
  const { t } = useLabels();
  return <Alert tone="error">{t('room.notEnded')}</Alert>;
}
