import { Alert } from '#app/components/ui/alert.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { chooseNewRoom, retryRoom } from '../state/again.ts';
import type { CodeEnd } from '../state/setup-machine.ts';

/** Why the code is no longer valid, and what can be done. */
export function CodeEnded({ reason }: { reason: CodeEnd }) {
  const { t } = useTranslation('call');
  const text = useReason(reason);
  if (reason === 'REPLACED') {
    return (
      <div className="grid gap-6">
        <Alert tone="info">{text}</Alert>
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="secondary" onClick={() => void chooseNewRoom()}>
            {t('code.newRoom')}
          </Button>
          <Button onClick={() => void retryRoom()}>{t('ended.takeBack')}</Button>
        </div>
      </div>
    );
  }
  return (
    <div className="grid gap-6">
      <Alert tone="error">{text}</Alert>
      <p className="text-muted">{t(reason === 'expired' ? 'code.expiredText' : 'code.endedText')}</p>
      <div className="flex justify-end">
        <Button onClick={() => void chooseNewRoom()}>{t('code.newRoom')}</Button>
      </div>
    </div>
  );
}

function useReason(reason: CodeEnd): string {
  const { t } = useTranslation('call');
  const { t: errorText } = useTranslation('errors');
  switch (reason) {
    case 'expired':
    case 'left':
    case 'admin':
    case 'closed':
    case 'REPLACED':
      return t(`code.ended.${reason}`);
    case 'lost':
    case 'limit':
    case 'time':
    case 'budget':
    case 'cancelled':
    case 'media':
    case 'timeout':
    case 'server':
      return t('failed.title');
    default:
      return errorText(reason);
  }
}
