import { useNavigate } from '@remix-run/react';
import { Toast } from 'radix-ui';
import { useEffect } from 'react';
import { Alert } from '#app/components/ui/alert.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { useLocalePath } from '#app/i18n/locale.tsx';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { Pay } from './pay.tsx';
import { type RequestLink, useAct, useRequest } from './request-link.ts';
import { TimeLeft } from './time-left.tsx';

/** Keeps a swipe or Escape meant for something else from closing the request: it must be answered or dismissed. */
const keep = (event: Event) => event.preventDefault();

type IncomingProps = {
  link: RequestLink;
  /** Called once the request need not be shown any more. */
  onDone(): void;
};

/**
 * Tells a streamer, on any page, that someone is calling. It does not take the focus, is announced at once, and F8
 * leads to it.
 */
export default function IncomingRequest({ link, onDone }: IncomingProps) {
  const { t } = useTranslation('call');
  const { t: errorText } = useTranslation('errors');
  const navigate = useNavigate();
  const localePath = useLocalePath();
  const { request, until, isOpen } = useRequest(link);
  const { busy, error, act } = useAct();
  const own = request?.status === 'ACCEPTED' && busy === 'accept' ? request.token : null;
  const isRejected = request?.status === 'REJECTED';
  const enter = (token: string) => {
    navigate(localePath(`/room/host/${token}?skip=true`));
    onDone();
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    if (own) enter(own);
    else if (isRejected) onDone();
  }, [own, isRejected]);

  if (!request || request.status === 'REJECTED' || request.status === 'PAYING' || own) return null;
  const { status, other } = request;
  const { avatar } = other;
  const name = other.name || t('request.someone');
  const rings = status === 'RINGING';
  return (
    <Toast.Provider label={t('request.label')} duration={Number.POSITIVE_INFINITY} swipeThreshold={10_000}>
      <Toast.Root
        // The key makes it announced again when the status changes.
        key={status}
        open
        onEscapeKeyDown={keep}
        className="grid animate-rise gap-4 rounded-lg border border-line bg-raised p-4 text-text shadow-soft"
      >
        <div className="flex items-center gap-4">
          <img
            src={avatar}
            alt=""
            width={56}
            height={56}
            className="size-14 shrink-0 rounded-full bg-sunken"
          />
          <div className="min-w-0">
            <Toast.Title className="font-semibold wrap-anywhere">
              {t(rings ? 'request.incoming' : `request.over.${status}`, { name })}
            </Toast.Title>
            {request.status === 'RINGING' && request.pay && (
              <Toast.Description className="tabular-nums">
                <Pay pay={request.pay} />
              </Toast.Description>
            )}
            {rings && until !== null && <TimeLeft until={until} />}
          </div>
        </div>
        {!isOpen && rings && <Alert tone="info">{t('room.reconnecting')}</Alert>}
        {error && rings && <Alert tone="error">{errorText(error.code)}</Alert>}
        <div className="flex flex-wrap justify-end gap-3">
          {rings ? (
            <>
              <Button variant="secondary" busy={busy === 'reject'} onClick={() => void act(link, 'reject')}>
                {t('request.reject')}
              </Button>
              <Button busy={busy === 'accept'} onClick={() => void act(link, 'accept')}>
                {t('request.accept')}
              </Button>
            </>
          ) : (
            <>
              {request.status === 'ACCEPTED' && (
                // Also if it was answered here and the response was lost.
                <Button onClick={() => enter(request.token)}>
                  {t(request.entered ? 'request.return' : 'request.enter')}
                </Button>
              )}
              <Button variant="secondary" onClick={onDone}>
                {t('start.close')}
              </Button>
            </>
          )}
        </div>
      </Toast.Root>
      <Toast.Viewport
        label={`${t('request.label')} ({hotkey})`}
        className="fixed inset-x-4 top-4 z-50 grid gap-2 outline-none sm:left-auto sm:w-96"
      />
    </Toast.Provider>
  );
}
