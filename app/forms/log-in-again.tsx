import type { ReactNode } from 'react';
import { buttonClass } from '#app/components/ui/button.tsx';
import { LocaleLink, useLocalePath } from '#app/i18n/locale.tsx';

/** Link to the login page in another tab, so that this one keeps the values typed. */
export function LogInAgain({ children }: { children: ReactNode }) {
  const localePath = useLocalePath();
  return (
    <LocaleLink
      to={`/login?redirectTo=${encodeURIComponent(localePath('/login?done=back'))}`}
      target="_blank"
      className={buttonClass({ variant: 'secondary' })}
    >
      {children}
    </LocaleLink>
  );
}
