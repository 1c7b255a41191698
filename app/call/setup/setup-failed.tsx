import { Alert } from '#app/components/ui/alert.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { useTranslation } from '#app/i18n/use-translation.ts';
import type { ErrorCode } from '#protocol/errors.ts';
import { useServerBack } from './use-server.ts';

export function SetupFailed({ error, onRetry }: { error: ErrorCode; onRetry(): void }) {
  const { t } = useTranslation('call');
  const { t: errorText } = useTranslation('errors');
  useServerBack(error === 'UNAVAILABLE', onRetry);
  return (
    <div className="grid gap-6">
      <Alert tone="error">{errorText(error)}</Alert>
      <div className="flex justify-end">
        <Button onClick={onRetry}>{t('failed.retry')}</Button>
      </div>
    </div>
  );
}
