import { Section } from '#app/components/page/section.tsx';
import { TextField } from '#app/components/ui/text-field.tsx';
import { PageForm } from '#app/forms/page-form.tsx';
import { formState, type Refusal } from '#app/forms/refusal.ts';
import { useTranslation } from '#app/i18n/use-translation.ts';

export function PasswordForm({ refusal, done }: { refusal?: Refusal; done: boolean }) {
  const { t } = useTranslation('personal');
  const state = formState(refusal, 'password');
  return (
    <Section id="password" title={t('account.password.title')}>
      <p className="text-muted">{t('account.password.text')}</p>
      <PageForm
        // Empty again once it is changed.
        key={String(done)}
        intent="password"
        state={state}
        submit={t('account.password.submit')}
        variant="secondary"
        done={done && t('account.password.done')}
      >
        <TextField
          label={t('account.password.present')}
          name="password"
          type="password"
          error={state.isWrong('password') ? t('account.password.wrong') : undefined}
          autoComplete="current-password"
        />
        <TextField
          label={t('account.password.new')}
          hint={t('account.password.hint')}
          name="newPassword"
          type="password"
          error={state.isWrong('newPassword') ? t('account.password.invalid') : undefined}
          autoComplete="new-password"
        />
      </PageForm>
    </Section>
  );
}
