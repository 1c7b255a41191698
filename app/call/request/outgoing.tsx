import { useNavigate } from '@remix-run/react';
import { useEffect } from 'react';
import { clickAgain } from '#app/components/page/early-click.ts';
import { Alert } from '#app/components/ui/alert.tsx';
import { Button, buttonClass } from '#app/components/ui/button.tsx';
import { LocaleLink, useLocalePath } from '#app/i18n/locale.tsx';
import { formatAmount } from '#app/i18n/price.ts';
import { useTranslation } from '#app/i18n/use-translation.ts';
import type { CallRequest } from '#protocol/call-request.ts';
import { StatusScreen } from '../room/status-screen.tsx';
import { type RequestLink, useAct, useRequest } from './request-link.ts';
import { TimeLeft } from './time-left.tsx';

type OutgoingProps = {
  link: RequestLink;
  /** The request as the page knows it, until the link reports it. */
  first?: CallRequest;
  /** Whether to offer other streamers after a call that failed. */
  others: boolean;
  /** Calls the same person again. */
  onRetry(): void;
};

/**
 * Shows a guest their ringing request or free call. Leads into the room, or says why not and what to do. Fills its
 * parent.
 */
export default function OutgoingRequest({ link, first, others, onRetry }: OutgoingProps) {
  const { t } = useTranslation('call');
  const navigate = useNavigate();
  const localePath = useLocalePath();
  const { request, until, isOpen, isUnreadable } = useRequest(link, first);
  const token = request?.status === 'ACCEPTED' ? request.token : null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    if (token) navigate(localePath(`/room/guest/${token}?skip=true`), { replace: true });
  }, [token]);

  if (isUnreadable) return <Over request={null} others={others} onRetry={onRetry} />;
  const lost = isOpen ? null : t('room.reconnecting');
  if (!request || request.status === 'PAYING')
    return <StatusScreen title={t('room.connecting')} text={lost ?? t('room.connectingText')} />;
  const { name } = request.other;
  if (request.status === 'ACCEPTED')
    return <StatusScreen title={t('request.accepted.title', { name })} text={t('request.accepted.text')} />;
  if (request.status === 'RINGING')
    return <Ringing link={link} other={request.other} until={until} lost={lost} />;
  return <Over request={request} others={others} onRetry={onRetry} />;
}

type Other = CallRequest['other'];
type RingingProps = { link: RequestLink; other: Other; until: number | null; lost: string | null };

function Ringing({ link, other: { name, avatar }, until, lost }: RingingProps) {
  const { t } = useTranslation('call');
  const { t: errorText } = useTranslation('errors');
  const { busy, error, act } = useAct();
  return (
    <div className="absolute inset-0 grid place-content-center-safe justify-items-center gap-6 overflow-y-auto px-6 py-16 text-center [@media(max-height:30rem)]:gap-3 [@media(max-height:30rem)]:py-4">
      <div className="relative m-6 size-32 [@media(max-height:30rem)]:size-20">
        {!lost && (
          <span className="absolute inset-0 animate-ping rounded-full border-2 border-accent motion-reduce:hidden" />
        )}
        <img
          src={avatar}
          alt=""
          width={128}
          height={128}
          className="relative size-full rounded-full bg-sunken"
        />
      </div>
      <div className="grid gap-2">
        <div role="status">
          <h1 className="text-2xl font-semibold wrap-anywhere">{t('request.waiting', { name })}</h1>
        </div>
        {until !== null && <TimeLeft until={until} />}
        <p role="status" className="text-muted empty:hidden">
          {lost}
        </p>
      </div>
      {error && <Alert tone="error">{errorText(error.code)}</Alert>}
      <Button
        ref={clickAgain}
        variant="secondary"
        busy={busy === 'cancel'}
        onClick={() => void act(link, 'cancel')}
      >
        {t('request.cancel')}
      </Button>
    </div>
  );
}

type End = Exclude<CallRequest['status'], 'PAYING' | 'RINGING' | 'ACCEPTED'>;

/** Whether to offer another call. A person who declined should not be called again at once. */
const RETRIED: Readonly<Record<End, boolean>> = {
  REJECTED: false,
  EXPIRED: true,
  CANCELLED: true,
  BUSY: true,
  FAILED: true,
  OVER: true,
};

type OverProps = { request: Extract<CallRequest, { status: End }> | null } & Pick<
  OutgoingProps,
  'others' | 'onRetry'
>;

function Over({ request, others, onRetry }: OverProps) {
  const { t, language } = useTranslation('call');
  const { status, other, released } = request ?? { status: 'FAILED', other: null, released: undefined };
  const values = { name: other?.name ?? '' };
  return (
    <StatusScreen
      title={t(`request.ended.${status}.title`, values)}
      text={t(`request.ended.${status}.text`, values)}
    >
      {released && (
        <p className="w-full max-w-prose">
          {t('request.released', { amount: formatAmount(released.amount, released.currency, language) })}
        </p>
      )}
      {RETRIED[status] && (
        <Button onClick={onRetry}>{t(status === 'OVER' ? 'request.again' : 'failed.retry')}</Button>
      )}
      {other?.profile && (
        <LocaleLink to={`/user/${other.profile}`} className={buttonClass({ variant: 'secondary' })}>
          {t('request.profile', values)}
        </LocaleLink>
      )}
      {status === 'FAILED' ? (
        <LocaleLink to="/contact-us" className={buttonClass({ variant: 'secondary' })}>
          {t('request.write')}
        </LocaleLink>
      ) : (
        others && (
          <LocaleLink to="/user" className={buttonClass({ variant: 'secondary' })}>
            {t('request.others')}
          </LocaleLink>
        )
      )}
    </StatusScreen>
  );
}
