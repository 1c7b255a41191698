import { useEffect, useRef } from 'react';
import { buttonClass } from '#app/components/ui/button.tsx';
import { useTranslation } from '#app/i18n/use-translation.ts';

/**
 * Leads to a page of Stripe's: by itself, and by a link without JavaScript. Our forms cannot be answered with a redirect
 * there, which `form-action 'self'` of the Content-Security-Policy stops.
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
