import { Form } from '@remix-run/react';
import type { ReactNode } from 'react';
import { Alert } from '#app/components/ui/alert.tsx';
import { Button, buttonClass } from '#app/components/ui/button.tsx';
import { LocaleLink, useLocalePath } from '#app/i18n/locale.tsx';
import { useTranslation } from '#app/i18n/use-translation.ts';
import type { LinkState } from '../addresses/email-links.server.ts';

/** Account of the person who opened the link; null if they are not logged in. */
export type LinkOpener = { email: string; confirmed: boolean } | null;

type DeadLinkProps = { state: Exclude<LinkState, 'live'>; opener: LinkOpener };

/** Replaces the form of an address confirmation link: says what happened to the link and what to do next. */
export function DeadAddressLink({ state, opener }: DeadLinkProps) {
  const { t } = useTranslation('login');
  const localePath = useLocalePath();
  if (opener?.confirmed) {
    return (
      <Explained alert={<Alert tone="success">{t('dead.confirmed', { email: opener.email })}</Alert>}>
        <LocaleLink to="/personal/account" className={buttonClass({ variant: 'secondary' })}>
          {t('dead.account')}
        </LocaleLink>
      </Explained>
    );
  }
  return (
    <Explained alert={<Alert tone="error">{t(`dead.${state}`)}</Alert>}>
      {opener ? (
        <Form method="post" action={localePath('/personal/account')}>
          <Button type="submit" name="intent" value="resend">
            {t('askAgain')}
          </Button>
        </Form>
      ) : (
        <LocaleLink
          to={`/login?redirectTo=${encodeURIComponent(localePath('/personal/account'))}`}
          className={buttonClass()}
        >
          {t('dead.logIn')}
        </LocaleLink>
      )}
    </Explained>
  );
}

/** Replaces the form of a link to choose a password. */
export function DeadPasswordLink({ state, opener }: DeadLinkProps) {
  const { t } = useTranslation('login');
  return (
    <Explained alert={<Alert tone="error">{t(`dead.${state}`)}</Alert>}>
      <LocaleLink to="/login/reset" className={buttonClass()}>
        {t('askAgain')}
      </LocaleLink>
      <LocaleLink
        to={opener ? '/personal/account#password' : '/login'}
        className={buttonClass({ variant: 'secondary' })}
      >
        {t(opener ? 'dead.password' : 'back')}
      </LocaleLink>
    </Explained>
  );
}

function Explained({ alert, children }: { alert: ReactNode; children: ReactNode }) {
  return (
    <>
      {alert}
      <div className="flex flex-wrap gap-3">{children}</div>
    </>
  );
}
