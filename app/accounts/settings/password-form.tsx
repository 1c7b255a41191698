import { Section } from '#app/components/page/section.tsx';
import { TextField } from '#app/components/ui/text-field.tsx';
import { PageForm } from '#app/forms/page-form.tsx';
import { formState, type Refusal } from '#app/forms/refusal.ts';
import { useTranslation } from '#app/i18n/use-translation.ts';

export function PasswordForm({ refusal, done }: { refusal: Refusal | undefined; done: boolean }) {
  const { t } = useTranslation('personal');
  const form = formState(refusal, 'password', {
    password: t('account.password.wrong'),
    newPassword: t('account.password.invalid'),
  });
  return (
    <Section id="password" title={t('account.password.title')}>
      <p className="text-muted">{t('account.password.text')}</p>
      <PageForm
        form={form}
        submit={t('account.password.submit')}
        variant="secondary"
        done={done && t('account.password.done')}
      >
        <TextField
          label={t('account.password.present')}
          type="password"
          autoComplete="current-password"
          {...form.text('password')}
        />
        <TextField
          label={t('account.password.new')}
          hint={t('account.password.hint')}
          type="password"
          autoComplete="new-password"
          {...form.text('newPassword')}
        />
      </PageForm>
    </Section>
  );
}
