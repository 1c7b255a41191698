import { Section } from '#app/components/page/section.tsx';
import { TextField } from '#app/components/ui/text-field.tsx';
import { PageForm } from '#app/forms/page-form.tsx';
import { formState, type Refusal } from '#app/forms/refusal.ts';
import { useTranslation } from '#app/i18n/use-translation.ts';

type UsernameFormProps = { account: { username: string; version: number }; refusal?: Refusal; done: boolean };

export function UsernameForm({ account, refusal, done }: UsernameFormProps) {
  const { t } = useTranslation('personal');
  const state = formState(refusal, 'username');
  const typed = state.text('username', account.username);
  const problem = () => {
    if (state.refusal?.code === 'ALREADY_EXISTS') return t('account.username.taken');
    return t(typed.trim() === '' ? 'account.username.empty' : 'account.username.invalid');
  };
  return (
    <Section id="username" title={t('account.username.title')}>
      <PageForm
        key={account.version}
        intent="username"
        state={state}
        submit={t('save')}
        variant="secondary"
        done={done && t('saved')}
        version={account.version}
        problem={state.refusal?.code === 'STALE' ? t('stale') : undefined}
      >
        <TextField
          label={t('account.username.label')}
          hint={t('account.username.hint')}
          name="username"
          defaultValue={typed}
          error={state.isWrong('username') ? problem() : undefined}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
        />
      </PageForm>
    </Section>
  );
}
