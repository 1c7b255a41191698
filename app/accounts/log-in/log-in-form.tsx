import { TextField } from '#app/components/ui/text-field.tsx';
import { PageForm } from '#app/forms/page-form.tsx';
import { formState, type Refusal } from '#app/forms/refusal.ts';
import { LocaleLink } from '#app/i18n/locale.tsx';
import { useTranslation } from '#app/i18n/use-translation.ts';

export function LogInForm({ refusal }: { refusal: Refusal | undefined }) {
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
      <PageForm form={form} submit={t('logIn.submit')} leadsOn unguarded>
        <TextField
          label={t('logIn.username')}
          {...form.text('username')}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
        />
        <TextField
          label={t('logIn.password')}
          type="password"
          {...form.text('password')}
          autoComplete="current-password"
        />
      </PageForm>
      <p>
        <LocaleLink to="/login/reset" className="py-2.5 text-accent-text underline">
          {t('logIn.forgotten')}
        </LocaleLink>
      </p>
    </section>
  );
}
