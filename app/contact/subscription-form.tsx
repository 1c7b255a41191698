import { TextField } from '#app/components/ui/text-field.tsx';
import { PageForm } from '#app/forms/page-form.tsx';
import { formState, type Refusal } from '#app/forms/refusal.ts';
import { useTranslation } from '#app/i18n/use-translation.ts';

type SubscriptionFormProps = {
  refusal: Refusal | undefined;
  /** The account's address; empty for visitors who are not logged in. */
  email: string;
  /** Whether the account has not confirmed the address, so that the request is not linked to the account yet. */
  isUnconfirmed: boolean;
};

/** Sign-up for people who want to earn money as streamers. */
export function SubscriptionForm({ refusal, email, isUnconfirmed }: SubscriptionFormProps) {
  const { t } = useTranslation('contact');
  const form = formState(refusal, 'subscription', { email: t('problem.email') });
  return (
    <PageForm form={form} submit={t('earn.submit')} note={t('earn.emails')} leavesPage unguarded>
      <TextField
        label={t('email')}
        hint={isUnconfirmed ? t('earn.unconfirmed') : undefined}
        type="email"
        autoComplete="email"
        {...form.text('email', email)}
      />
    </PageForm>
  );
}
