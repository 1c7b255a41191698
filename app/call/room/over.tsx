import { useNavigate } from '@remix-run/react';
import { Button } from '#app/components/ui/button.tsx';
import { useLocalePath } from '#app/i18n/locale.tsx';
import { useTranslation } from '#app/i18n/use-translation.ts';
import type { ErrorCode } from '#protocol/errors.ts';
import { useServerBack } from '../setup/use-server.ts';
import type { RoomScreen } from '../state/call-state.ts';
import { resetCall } from '../state/call-store.ts';
import { Notice } from './notice.tsx';

/** The call has ended: who ended it or why, and how to start another one. */
export function Ended({ screen }: { screen: Extract<RoomScreen, { name: 'ended' }> }) {
  const { t } = useTranslation('call');
  const { reason, byOther } = screen;
  const text = t(reason === 'left' && byOther ? 'ended.otherLeft' : `ended.${reason}`);
  return (
    <Notice title={t('ended.title')} text={text}>
      <Leave to="/" label={t('ended.again')} />
    </Notice>
  );
}

/** Retrying would give the same result. */
const FINAL: ReadonlySet<ErrorCode> = new Set(['CODE_INVALID', 'SEAT_TAKEN', 'CHANNEL_ENDED']);

/** The seat is unavailable. */
export function Refused({ code, onRetry }: { code: ErrorCode | 'REPLACED'; onRetry(): void }) {
  const { t } = useTranslation('call');
  const { t: errorText } = useTranslation('errors');
  useServerBack(code === 'UNAVAILABLE', onRetry);
  if (code === 'REPLACED') {
    return (
      <Notice title={t('ended.replaced')}>
        <Button onClick={onRetry}>{t('ended.takeBack')}</Button>
        <Leave to="/" label={t('failed.home')} />
      </Notice>
    );
  }
  return (
    <Notice title={errorText(code)} text={FINAL.has(code) ? t('refused.text') : undefined}>
      {FINAL.has(code) ? (
        <Leave to="/room/guest" label={t('refused.other')} variant="primary" />
      ) : (
        <Button onClick={onRetry}>{t('failed.retry')}</Button>
      )}
      <Leave to="/" label={t('failed.home')} />
    </Notice>
  );
}

type LeaveProps = { to: string; label: string; variant?: 'primary' | 'secondary' };

function Leave({ to, label, variant = 'secondary' }: LeaveProps) {
  const navigate = useNavigate();
  const localePath = useLocalePath();
  const leave = async () => {
    await resetCall();
    navigate(localePath(to));
  };
  return (
    <Button variant={variant} onClick={() => void leave()}>
      {label}
    </Button>
  );
}
