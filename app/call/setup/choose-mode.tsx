import { DoorOpen, Video } from 'lucide-react';
import { Mark } from '#app/components/page/logo.tsx';
import { Alert } from '#app/components/ui/alert.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { dispatchSetup } from '../state/call-store.ts';
import { useServerDown } from './use-server.ts';

export function ChooseMode({ onCancel }: { onCancel(): void }) {
  const { t } = useTranslation('call');
  const { t: errorText } = useTranslation('errors');
  const down = useServerDown();
  return (
    <div className="grid gap-5">
      <div className="grid gap-3">
        <p className="text-muted">{t('start.text')}</p>
        {down && <Alert tone="error">{errorText('UNAVAILABLE')}</Alert>}
      </div>
      <Mark className="size-32 justify-self-center text-line-strong" />
      <div className="grid gap-3">
        <Button onClick={() => dispatchSetup({ type: 'CREATE_CHOSEN' })}>
          <Video aria-hidden size={20} />
          {t('start.create')}
        </Button>
        <Button variant="secondary" onClick={() => dispatchSetup({ type: 'ENTER_CHOSEN' })}>
          <DoorOpen aria-hidden size={20} />
          {t('start.enter')}
        </Button>
        <Button variant="quiet" onClick={onCancel}>
          {t('start.cancel')}
        </Button>
      </div>
    </div>
  );
}
