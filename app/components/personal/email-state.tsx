import { CircleAlert, CircleCheck } from 'lucide-react';
import { PageForm } from '#app/components/form/page-form.tsx';
import { formState, type Refusal } from '#app/components/form/refusal.ts';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { Section } from './section.tsx';

type EmailStateProps = {
  account: { email: string; emailVerifiedAt: Date | null };
  refusal?: Refusal;
  sent: boolean;
};

/** The address, and whether it was proved. */
export function EmailState({ account, refusal, sent }: EmailStateProps) {
  const { t } = useTranslation('personal');
  const verified = account.emailVerifiedAt !== null;
  return (
    <Section id="resend" title={t('account.email.title')}>
      <div className="grid gap-1">
        <p className="font-semibold break-all">{account.email}</p>
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
          intent="resend"
          state={formState(refusal, 'resend')}
          submit={t('account.email.resend')}
          variant="secondary"
          done={sent && t('account.email.sent')}
        />
      )}
    </Section>
  );
}
