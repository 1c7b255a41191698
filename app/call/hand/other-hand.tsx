import { Hand } from 'lucide-react';
import { useTranslation } from '#app/i18n/use-translation.ts';
import type { CallState } from '../state/call-state.ts';
import { isOtherHandRaised } from './hand.ts';

/** The other person's raised hand, over their picture. */
export function OtherHand({ call }: { call: CallState }) {
  const { t } = useTranslation('call');
  return (
    <div role="status" className="empty:hidden">
      {isOtherHandRaised(call) && (
        <p className="flex animate-appear items-center gap-2 rounded-full bg-white px-4 py-2 text-sm font-semibold text-ink">
          <Hand aria-hidden size={24} />
          {t('hand.other')}
        </p>
      )}
    </div>
  );
}
