import { useNavigate } from '@remix-run/react';
import { Button } from '#app/components/ui/button.tsx';
import { useLocalePath } from '#app/i18n/locale.tsx';
import { useTranslation } from '#app/i18n/use-translation.ts';
import type { ErrorCode } from '#media-server/protocol/errors.ts';
import type { RoomScreen } from '../call-state.ts';
import { resetCall } from '../call-store.ts';
import { useServerBack } from '../setup/use-server.ts';
import { Notice } from './notice.tsx';

/** The call has ended: by whom or why, and how to have another one. */
export function Ended({ screen }: { screen: Extract<RoomScreen, { name: 'ended' }> }) {
  const { t } = useTranslation('call');
  const { reason, byOther } = screen;
  const text = t(reason === 'left' && byOther ? 'ended.otherLeft' : `ended.${reason}`);
  return (
    <Notice title={t('ended.title')} text={text}>
      <ToHome label={t('ended.again')} />
    </Notice>
  );
}

/** Asking again gives the same answer. */
const FINAL: ReadonlySet<ErrorCode> = new Set(['CODE_INVALID', 'SEAT_TAKEN', 'CHANNEL_ENDED']);

/** The seat is not to be had. */
export function Refused({ code, onRetry }: { code: ErrorCode | 'REPLACED'; onRetry(): void }) {
  const { t } = useTranslation('call');
  const { t: errorText } = useTranslation('errors');
  useServerBack(code === 'UNAVAILABLE', onRetry);
  if (code === 'REPLACED') {
    return (
      <Notice title={t('ended.replaced')}>
        <Button onClick={onRetry}>{t('ended.takeBack')}</Button>
        <ToHome label={t('failed.home')} />
      </Notice>
    );
  }
  return (
    <Notice title={errorText(code)}>
      {!FINAL.has(code) && <Button onClick={onRetry}>{t('failed.retry')}</Button>}
      <ToHome label={t('failed.home')} />
    </Notice>
  );
}

function ToHome({ label }: { label: string }) {
  const navigate = useNavigate();
  const localePath = useLocalePath();
  const goHome = async () => {
    await resetCall();
    navigate(localePath('/'));
  };
  return (
    <Button variant="secondary" onClick={() => void goHome()}>
      {label}
    </Button>
  );
}
