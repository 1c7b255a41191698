import { Section } from '#app/components/page/section.tsx';
import { Checkbox } from '#app/components/ui/checkbox.tsx';
import { TextField } from '#app/components/ui/text-field.tsx';
import { PageForm } from '#app/forms/page-form.tsx';
import { formState, type Refusal } from '#app/forms/refusal.ts';
import { useTranslation } from '#app/i18n/use-translation.ts';

const GONE = ['profile', 'reviews', 'lists', 'sessions'] as const;

/** Says all that follows before it asks. */
export function DeleteAccount({ refusal }: { refusal?: Refusal }) {
  const { t } = useTranslation('personal');
  const state = formState(refusal, 'delete');
  return (
    <Section id="delete" title={t('account.delete.title')}>
      <div className="grid gap-3">
        <p>{t('account.delete.text')}</p>
        <ul className="list-disc pl-5">
          {GONE.map((what) => (
            <li key={what}>{t(`account.delete.${what}`)}</li>
          ))}
        </ul>
        <p className="text-muted">{t('account.delete.stays')}</p>
      </div>
      <PageForm
        intent="delete"
        state={state}
        submit={t('account.delete.submit')}
        variant="secondary"
        problem={state.refusal?.code === 'IN_USE' ? t('account.delete.last') : undefined}
      >
        <TextField
          label={t('account.delete.password')}
          name="password"
          type="password"
          error={state.isWrong('password') ? t('account.password.wrong') : undefined}
          autoComplete="current-password"
        />
        <Checkbox
          name="sure"
          value="yes"
          defaultChecked={state.chosen('sure', []).includes('yes')}
          error={state.isWrong('sure') ? t('account.delete.sureMissing') : undefined}
        >
          {t('account.delete.sure')}
        </Checkbox>
      </PageForm>
    </Section>
  );
}
