import { TextField } from '#app/components/ui/text-field.tsx';
import { LocaleLink } from '#app/i18n/locale.tsx';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { AccountForm } from './account-form.tsx';
import { type FormRefusal, problemOf } from './form-refusal.ts';

export function LogInForm({ refusal }: { refusal?: FormRefusal }) {
  const { t } = useTranslation('login');
  const problem = (field: 'username' | 'password') => {
    const key = problemOf(refusal, field);
    return key && t(key);
  };
  return (
    <section aria-labelledby="log-in" className="grid content-start gap-6">
      <h1 id="log-in" className="text-3xl">
        {t('logIn.title')}
      </h1>
      <AccountForm intent="logIn" refusal={refusal} submit={t('logIn.submit')}>
        <TextField
          label={t('logIn.username')}
          name="username"
          defaultValue={refusal?.username}
          error={problem('username')}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
        />
        <TextField
          label={t('logIn.password')}
          name="password"
          type="password"
          error={problem('password')}
          autoComplete="current-password"
        />
      </AccountForm>
      <p>
        <LocaleLink to="/login/reset" className="py-2.5 text-accent-text underline">
          {t('logIn.forgotten')}
        </LocaleLink>
      </p>
    </section>
  );
}
