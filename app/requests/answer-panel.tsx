import { Form } from '@remix-run/react';
import { useMemo } from 'react';
import { Pay } from '#app/call/request/pay.tsx';
import { useRequest } from '#app/call/request/request-link.ts';
import { requestLink } from '#app/call/request/request-over-http.ts';
import { TimeLeft } from '#app/call/request/time-left.tsx';
import { Button, buttonClass } from '#app/components/ui/button.tsx';
import { LocaleLink } from '#app/i18n/locale.tsx';
import { useTranslation } from '#app/i18n/use-translation.ts';
import type { CallRequest } from '#protocol/call-request.ts';

type AnswerPanelProps = {
  request: CallRequest;
  /** Of the request or free call in the API. */
  path: string;
};

/** For the person who is called, on the page of the request or free call: ringing, or over. */
export function AnswerPanel({ request: first, path }: AnswerPanelProps) {
  const { t } = useTranslation('call');
  const { t: requestText } = useTranslation('requests');
  const link = useMemo(() => requestLink(path), [path]);
  const { request, until } = useRequest(link, first);
  const { status, other } = request ?? first;
  // Only the caller sees an unpaid request.
  if (status === 'PAYING') return null;
  const rings = status === 'RINGING';
  const name = other.name || t('request.someone');
  return (
    <div className="grid justify-items-start gap-6">
      <div className="flex items-center gap-5">
        <img src={other.avatar} alt="" width={96} height={96} className="size-24 rounded-full bg-sunken" />
        <div role="status" className="grid gap-1">
          <h1 className="text-3xl wrap-anywhere">
            {rings
              ? t('request.incoming', { name })
              : status === 'REJECTED'
                ? requestText('rejected', { name })
                : t(`request.over.${status}`, { name })}
          </h1>
          {request?.status === 'RINGING' && request.pay && (
            <p className="tabular-nums">
              <Pay pay={request.pay} />
            </p>
          )}
        </div>
      </div>
      {rings && until !== null && <TimeLeft until={until} />}
      {rings && (
        <Form method="post" className="flex flex-wrap gap-3">
          <Button type="submit" name="intent" value="accept">
            {t('request.accept')}
          </Button>
          <Button type="submit" name="intent" value="reject" variant="secondary">
            {t('request.reject')}
          </Button>
        </Form>
      )}
      {status === 'ACCEPTED' && request?.status === 'ACCEPTED' && (
        <LocaleLink to={`/room/host/${request.token}?skip=true`} className={buttonClass()}>
          {requestText(request.entered ? 'return' : 'enter')}
        </LocaleLink>
      )}
    </div>
  );
}
