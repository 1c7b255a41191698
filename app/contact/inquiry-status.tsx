import { CircleCheck, Clock, MailOpen } from 'lucide-react';
import { useTranslation } from '#app/i18n/use-translation.ts';

export function InquiryStatus({ answered, unread = false }: { answered: boolean; unread?: boolean }) {
  const { t } = useTranslation('personal');
  const Icon = answered ? CircleCheck : Clock;
  if (unread) {
    return (
      <span className="inline-flex items-center gap-1.5 rounded-full bg-accent px-2.5 text-sm font-semibold text-on-accent">
        <MailOpen aria-hidden size={16} />
        {t('inquiry.unread')}
      </span>
    );
  }
  return (
    <span className="inline-flex items-center gap-1.5 text-sm text-muted">
      <Icon aria-hidden size={16} className={answered ? 'text-good' : ''} />
      {t(answered ? 'inquiry.answered' : 'inquiry.waiting')}
    </span>
  );
}
