import { Section } from '#app/components/page/section.tsx';
import { TextField } from '#app/components/ui/text-field.tsx';
import { PageForm } from '#app/forms/page-form.tsx';
import { formState, type Refusal } from '#app/forms/refusal.ts';
import { useTranslation } from '#app/i18n/use-translation.ts';

type UsernameFormProps = {
  account: { username: string; version: number };
  refusal: Refusal | undefined;
  done: boolean;
};

export function UsernameForm({ account, refusal, done }: UsernameFormProps) {
  const { t } = useTranslation('personal');
  const form = formState(refusal, 'username', {
    username: ({ kind }) => {
      if (kind === 'taken') return t('account.username.taken');
      return t(kind === 'required' ? 'account.username.empty' : 'account.username.invalid');
    },
  });
  return (
    <Section id="username" title={t('account.username.title')}>
      <PageForm
        key={account.username}
        form={form}
        submit={t('save')}
        variant="secondary"
        done={done && t('saved')}
        version={account.version}
        instead={{ STALE: t('stale') }}
      >
        <TextField
          label={t('account.username.label')}
          hint={t('account.username.hint')}
          {...form.text('username', account.username)}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
        />
      </PageForm>
    </Section>
  );
}
