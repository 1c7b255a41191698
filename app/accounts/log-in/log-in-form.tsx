import { Alert } from '#app/components/ui/alert.tsx';
import { PasswordField } from '#app/components/ui/password-field.tsx';
import { TextField } from '#app/components/ui/text-field.tsx';
import { PageForm } from '#app/forms/page-form.tsx';
import { formState, type Refusal } from '#app/forms/refusal.ts';
import { LocaleLink } from '#app/i18n/locale.tsx';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { PasskeyButton } from './passkey-button.tsx';

type LogInFormProps = {
  refusal: Refusal | undefined;
  /** Path of the page to go to after login. */
  next: string;
};

export function LogInForm({ refusal, next }: LogInFormProps) {
  const { t } = useTranslation('login');
  const form = formState(refusal, 'logIn', {
    username: ({ kind }) => t(kind === 'required' ? 'invalid.usernameEmpty' : 'invalid.username'),
    password: ({ kind }) => t(kind === 'required' ? 'invalid.passwordEmpty' : 'invalid.passwordLong'),
  });
  return (
    <section aria-labelledby="log-in" className="grid content-start gap-6">
      <h1 id="log-in" className="text-3xl">
        {t('logIn.title')}
      </h1>
      <PageForm
        form={form}
        submit={t('logIn.submit')}
        instead={{ ACCOUNT_SUSPENDED: <Suspended reason={form.refusal?.reason ?? ''} /> }}
        leavesPage
        unguarded
      >
        <TextField
          label={t('logIn.username')}
          {...form.text('username')}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
        />
        <PasswordField
          label={t('logIn.password')}
          {...form.text('password')}
          autoComplete="current-password"
        />
      </PageForm>
      <PasskeyButton label={t('logIn.passkey')} next={next} />
      <p>
        <LocaleLink to="/login/reset" className="py-2.5 text-accent-text underline">
          {t('logIn.forgotten')}
        </LocaleLink>
      </p>
    </section>
  );
}

function Suspended({ reason }: { reason: string }) {
  const { t } = useTranslation('login');
  return (
    <Alert tone="error" autoFocus>
      <p>{t('suspended.reason', { reason })}</p>
      <p>
        <LocaleLink to="/contact-us" className="text-accent-text underline">
          {t('suspended.contact')}
        </LocaleLink>
      </p>
    </Alert>
  );
}
