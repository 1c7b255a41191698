import { Section } from '#app/components/page/section.tsx';
import { PasswordField } from '#app/components/ui/password-field.tsx';
import { PageForm } from '#app/forms/page-form.tsx';
import { formState, type Refusal } from '#app/forms/refusal.ts';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { NewPasswordField } from '../passwords/new-password-field.tsx';
import { newPasswordWords } from '../passwords/new-password-words.ts';

type PasswordFormProps = {
  account: { username: string; email: string };
  refusal: Refusal | undefined;
  done: boolean;
};

export function PasswordForm({ account, refusal, done }: PasswordFormProps) {
  const { t } = useTranslation('personal');
  const { t: tLogin } = useTranslation('login');
  const { t: tErrors } = useTranslation('errors');
  const form = formState(refusal, 'password', {
    password: tErrors('confirm.wrong'),
    newPassword: (problem, code) =>
      problem.kind === 'impossible' ? t('account.password.same') : newPasswordWords(tLogin)(problem, code),
  });
  return (
    <Section id="password" title={t('account.password.title')}>
      <p className="text-muted">{t('account.password.text')}</p>
      <PageForm
        form={form}
        submit={t('account.password.submit')}
        note={t('emailsYou')}
        variant="secondary"
        done={done && t('account.password.done')}
      >
        <PasswordField
          label={t('account.password.present')}
          autoComplete="current-password"
          {...form.text('password')}
        />
        <NewPasswordField
          label={t('account.password.new')}
          hint={tLogin('signUp.passwordHint')}
          personal={[account.username, account.email]}
          {...form.text('newPassword')}
        />
      </PageForm>
    </Section>
  );
}
