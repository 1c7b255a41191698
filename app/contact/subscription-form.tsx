import { TextField } from '#app/components/ui/text-field.tsx';
import { PageForm } from '#app/forms/page-form.tsx';
import { formState, type Refusal } from '#app/forms/refusal.ts';
import { useTranslation } from '#app/i18n/use-translation.ts';

/** Sign-up for people who want to earn money as streamers. */
export function SubscriptionForm({ refusal }: { refusal: Refusal | undefined }) {
  const { t } = useTranslation('contact');
  const form = formState(refusal, 'subscription', { email: t('problem.email') });
  return (
    <PageForm form={form} submit={t('earn.submit')} leadsOn unguarded>
      <TextField label={t('email')} type="email" autoComplete="email" {...form.text('email')} />
    </PageForm>
  );
}
