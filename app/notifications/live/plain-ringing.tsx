import { useLocation } from '@remix-run/react';
import { Button, buttonClass } from '#app/components/ui/button.tsx';
import { inLanguage } from '#app/i18n/languages.ts';
import { useTranslation } from '#app/i18n/use-translation.ts';
import type { Notification } from '#protocol/notification.ts';

/** Props of a card that shows a ringing request and its outcome. */
export type RingingProps = {
  /** A path of this site: the request or free call, in the API. */
  callPath: string;
  /** The latest version of its notification. */
  told: Notification;
  /** Called when the card can be removed. */
  onDone(): void;
};

/**
 * Shows a ringing request if the card to answer it could not be loaded: the caller, and a link to the page to answer
 * on.
 */
export function PlainRinging({ told, onDone }: RingingProps) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  if (!told.rings || inLanguage(pathname, 'en') === inLanguage(told.address, 'en')) return null;
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
        {/* A full page load, as other parts of the page could not be loaded either. */}
        <a href={told.address} className={buttonClass()}>
          {told.title}
        </a>
      </div>
    </div>
  );
}
