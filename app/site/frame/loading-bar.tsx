import { useNavigation } from '@remix-run/react';
import { useEffect, useState } from 'react';
import { useTranslation } from '#app/i18n/use-translation.ts';

/** A faster navigation shows no bar. */
const THROTTLE_MS = 200;

/** Bar along the top while the next page loads. */
export function LoadingBar() {
  const { t } = useTranslation();
  const loading = useNavigation().state !== 'idle';
  const [shown, setShown] = useState(false);
  useEffect(() => {
    if (!loading) return setShown(false);
    const timer = setTimeout(() => setShown(true), THROTTLE_MS);
    return () => clearTimeout(timer);
  }, [loading]);
  if (!shown) return null;
  return (
    <div
      role="progressbar"
      aria-label={t('loading')}
      className="fixed inset-x-0 top-0 z-50 h-[3px] origin-left animate-load bg-accent"
    />
  );
}
