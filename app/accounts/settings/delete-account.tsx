import { Section } from '#app/components/page/section.tsx';
import { Checkbox } from '#app/components/ui/checkbox.tsx';
import { OwnPasswordField } from '#app/forms/own-password-field.tsx';
import { PageForm } from '#app/forms/page-form.tsx';
import { formState, type Refusal } from '#app/forms/refusal.ts';
import { useTranslation } from '#app/i18n/use-translation.ts';
import type { EndingCosts } from '#app/marketplace/bookings/ending-costs.server.ts';
import { EndingTerms } from '#app/marketplace/bookings/ending-terms.tsx';

const GONE = ['profile', 'reviews', 'lists', 'bookings', 'request', 'sessions'] as const;

/** Lists what will be deleted before asking for confirmation. */
export function DeleteAccount({ costs, refusal }: { costs: EndingCosts; refusal: Refusal | undefined }) {
  const { t } = useTranslation('personal');
  const { t: tErrors } = useTranslation('errors');
  const form = formState(refusal, 'delete', {
    password: tErrors('confirm.wrong'),
    sure: t('account.delete.sureMissing'),
  });
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
        form={form}
        submit={t('account.delete.submit')}
        note={t('account.delete.emails')}
        variant="secondary"
        instead={{ IN_USE: t('account.delete.last'), PRICE_CHANGED: false }}
        leavesPage
        unguarded
      >
        <EndingTerms costs={costs} refusal={form.refusal} />
        <OwnPasswordField {...form.text('password')} />
        <Checkbox {...form.choice('sure', 'yes', [])} {...form.wrong('sure')}>
          {t('account.delete.sure')}
        </Checkbox>
      </PageForm>
    </Section>
  );
}
