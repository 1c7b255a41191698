import { CircleAlert, CircleCheck } from 'lucide-react';
import { Section } from '#app/components/page/section.tsx';
import { Alert } from '#app/components/ui/alert.tsx';
import { TextField } from '#app/components/ui/text-field.tsx';
import { PageForm } from '#app/forms/page-form.tsx';
import { formState, type Refusal } from '#app/forms/refusal.ts';
import { Success } from '#app/forms/success.tsx';
import { useTranslation } from '#app/i18n/use-translation.ts';

type EmailSectionProps = {
  /** New address that is not confirmed yet. */
  pending: string | null;
  account: { email: string; emailVerifiedAt: Date | null };
  refusal: Refusal | undefined;
  /** Action just completed. */
  done: string | null;
};

/** Shows the address and whether it is verified, with a form to change it. */
export function EmailSection({ account, pending, refusal, done }: EmailSectionProps) {
  const { t } = useTranslation('personal');
  const verified = account.emailVerifiedAt !== null;
  return (
    <Section id="email" title={t('account.email.title')}>
      <Success done={verified && done === 'verified'}>{t('account.email.confirmed')}</Success>
      <div className="grid gap-1">
        <p className="font-semibold wrap-anywhere">{account.email}</p>
        <p className="flex items-center gap-2 text-muted">
          {verified ? (
            <CircleCheck aria-hidden size={18} className="shrink-0 text-good" />
          ) : (
            <CircleAlert aria-hidden size={18} className="shrink-0 text-fair" />
          )}
          {t(verified ? 'account.email.verified' : 'account.email.unverified')}
        </p>
      </div>
      {!verified && (
        <PageForm
          form={formState(refusal, 'resend', {})}
          submit={t('account.email.resend')}
          variant="secondary"
          done={done === 'resend' && t('account.email.sent')}
        />
      )}
      {pending && (
        <PageForm
          form={formState(refusal, 'cancelEmail', {})}
          submit={t('account.email.cancel')}
          variant="secondary"
        >
          <p className="wrap-anywhere">{t('account.email.pending', { email: pending })}</p>
        </PageForm>
      )}
      {done === 'cancelEmail' && !refusal && <Alert tone="success">{t('account.email.cancelled')}</Alert>}
      <ChangeForm key={account.email} refusal={refusal} done={done === 'email'} />
    </Section>
  );
}

function ChangeForm({ refusal, done }: { refusal: Refusal | undefined; done: boolean }) {
  const { t } = useTranslation('personal');
  const form = formState(refusal, 'email', { email: t('account.email.invalid') });
  return (
    <>
      <div className="grid gap-1">
        <h3 className="font-semibold">{t('account.email.change')}</h3>
        <p className="text-muted">{t('account.email.text')}</p>
      </div>
      <PageForm
        form={form}
        submit={t('account.email.submit')}
        variant="secondary"
        done={done && t('account.email.changing')}
      >
        <TextField label={t('account.email.new')} type="email" autoComplete="email" {...form.text('email')} />
      </PageForm>
    </>
  );
}
