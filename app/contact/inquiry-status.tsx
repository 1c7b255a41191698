import { CircleCheck, Clock } from 'lucide-react';
import { useTranslation } from '#app/i18n/use-translation.ts';

export function InquiryStatus({ answered }: { answered: boolean }) {
  const { t } = useTranslation('personal');
  const Icon = answered ? CircleCheck : Clock;
  return (
    <span className="inline-flex items-center gap-1.5 text-sm text-muted">
      <Icon aria-hidden size={16} className={answered ? 'text-good' : ''} />
      {t(answered ? 'inquiry.answered' : 'inquiry.waiting')}
    </span>
  );
}
