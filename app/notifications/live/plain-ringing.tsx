import { useLocation } from '@remix-run/react';
import { Button, buttonClass } from '#app/components/ui/button.tsx';
import { useTranslation } from '#app/i18n/use-translation.ts';
import type { Notification } from '#protocol/notification.ts';

/** Of the card that shows a request that rings, and what becomes of it. */
export type RingingProps = {
  requestId: string;
  /** What the viewer was last told of it. */
  told: Notification;
  /** It needs not be shown any more. */
  onDone(): void;
};

/** A request that rings where the card that answers it could not be loaded: who calls, and the page to answer on. */
export function PlainRinging({ told, onDone }: RingingProps) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  if (!told.rings || pathname === told.address) return null;
  return (
    <div
      role="alert"
      className="fixed inset-x-4 top-4 z-50 grid gap-4 rounded-lg border border-line bg-raised p-4 text-text shadow-soft sm:left-auto sm:w-96"
    >
      <p className="wrap-anywhere">{told.text}</p>
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="secondary" onClick={onDone}>
          {t('close')}
        </Button>
        {/* Loads the page anew: parts of it could not be loaded either. */}
        <a href={told.address} className={buttonClass()}>
          {told.title}
        </a>
      </div>
    </div>
  );
}
