import { Form } from '@remix-run/react';
import { Alert } from '#app/components/ui/alert.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { useLocalePath } from '#app/i18n/locale.tsx';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { useRootData } from './root-data.ts';

/** Asks the user to confirm their address until they have. */
export function ConfirmAddress() {
  const { t } = useTranslation();
  const localePath = useLocalePath();
  const email = useRootData()?.signedIn?.unconfirmed;
  if (!email) return null;
  return (
    <div className="page pt-4">
      <Alert tone="info">
        {t('confirm.text', { email })}
        <Form method="post" action={localePath('/personal/account')}>
          <Button type="submit" name="intent" value="resend" variant="secondary">
            {t('confirm.resend')}
          </Button>
        </Form>
      </Alert>
    </div>
  );
}
