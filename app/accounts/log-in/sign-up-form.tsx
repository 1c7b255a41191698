import { TextField } from '#app/components/ui/text-field.tsx';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { AccountForm } from './account-form.tsx';
import { type FormRefusal, problemOf } from './form-refusal.ts';

export function SignUpForm({ refusal }: { refusal?: FormRefusal }) {
  const { t } = useTranslation('login');
  const problem = (field: 'username' | 'email' | 'password') => {
    const key = problemOf(refusal, field);
    return key && t(key);
  };
  return (
    <section aria-labelledby="sign-up" className="grid content-start gap-6">
      <div className="grid gap-2">
        <h2 id="sign-up" className="text-3xl">
          {t('signUp.title')}
        </h2>
        <p className="text-muted">{t('signUp.text')}</p>
      </div>
      <AccountForm intent="signUp" refusal={refusal} submit={t('signUp.submit')}>
        <TextField
          label={t('signUp.username')}
          hint={t('signUp.usernameHint')}
          name="username"
          defaultValue={refusal?.username}
          error={problem('username')}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
        />
        <TextField
          label={t('signUp.email')}
          name="email"
          type="email"
          defaultValue={refusal?.email}
          error={problem('email')}
          autoComplete="email"
        />
        <TextField
          label={t('signUp.password')}
          hint={t('signUp.passwordHint')}
          name="password"
          type="password"
          error={problem('password')}
          autoComplete="new-password"
        />
      </AccountForm>
    </section>
  );
}
