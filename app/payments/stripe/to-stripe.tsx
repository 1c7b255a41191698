import { useEffect, useRef } from 'react';
import { buttonClass } from '#app/components/ui/button.tsx';
import { useTranslation } from '#app/i18n/use-translation.ts';

/**
 * Redirects to a page of Stripe, with a link for browsers without JavaScript. An HTTP redirect in answer to a form
 * would be blocked by `form-action 'self'` of the Content-Security-Policy.
 */
export function ToStripe({ url }: { url: string }) {
  const { t } = useTranslation('payments');
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus();
    window.location.assign(url);
  }, [url]);
  return (
    <section aria-labelledby="to-stripe" className="grid max-w-2xl gap-4">
      <h1 id="to-stripe" ref={heading} tabIndex={-1} className="text-3xl outline-none">
        {t('toStripe.title')}
      </h1>
      <p>{t('toStripe.text')}</p>
      <p>
        <a href={url} className={buttonClass({ variant: 'primary' })}>
          {t('toStripe.link')}
        </a>
      </p>
    </section>
  );
}
