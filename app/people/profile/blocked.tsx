import { Form } from '@remix-run/react';
import { Ban } from 'lucide-react';
import { Button } from '#app/components/ui/button.tsx';
import { useTranslation } from '#app/i18n/use-translation.ts';

/** Replaces the profile of someone the reader has blocked. */
export function BlockedProfile({ username }: { username: string }) {
  const { t } = useTranslation('people');
  return (
    <div className="page grid justify-items-start gap-4 py-8 sm:py-14">
      <Ban aria-hidden size={40} className="text-muted" />
      <h1 className="text-3xl wrap-anywhere sm:text-4xl">{t('blocked.title', { username })}</h1>
      <p className="max-w-prose text-muted">{t('blocked.text')}</p>
      <Form method="post">
        <Button type="submit" name="intent" value="unblock">
          {t('blocked.unblock')}
        </Button>
      </Form>
    </div>
  );
}
