import { Form, useNavigate } from '@remix-run/react';
import { useMemo } from 'react';
import OutgoingRequest from '#app/call/request/outgoing.tsx';
import { requestLink } from '#app/call/request/request-over-http.ts';
import { Button } from '#app/components/ui/button.tsx';
import { useLocalePath } from '#app/i18n/locale.tsx';
import { useTranslation } from '#app/i18n/use-translation.ts';
import type { CallRequest } from '#protocol/call-request.ts';

type CallingPanelProps = {
  request: CallRequest;
  /** Of the request or free call in the API. */
  path: string;
  /** Page to call the same person again. */
  again: string;
  /** Whether to offer other streamers after a call that failed. */
  others: boolean;
};

/** For the caller: shows that it rings, then leads into the room or gives the reason why not. */
export function CallingPanel({ request, path, again, others }: CallingPanelProps) {
  const { t } = useTranslation('requests');
  const navigate = useNavigate();
  const localePath = useLocalePath();
  const link = useMemo(() => requestLink(path), [path]);
  return (
    <>
      <div className="relative min-h-[32rem] overflow-hidden rounded-lg border border-line bg-raised">
        <OutgoingRequest
          link={link}
          first={request}
          others={others}
          onRetry={() => navigate(localePath(again))}
        />
      </div>
      {request.status === 'RINGING' && (
        <div className="hidden flex-wrap gap-3 noscript:flex">
          <Form method="post">
            <Button type="submit" name="intent" value="cancel" variant="secondary">
              {t('cancel')}
            </Button>
          </Form>
          <Form method="get">
            <Button type="submit">{t('look')}</Button>
          </Form>
        </div>
      )}
    </>
  );
}
