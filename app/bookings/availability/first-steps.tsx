import { Check, Circle } from 'lucide-react';
import { LocaleLink } from '#app/i18n/locale.tsx';
import { useTranslation } from '#app/i18n/use-translation.ts';

/** A new streamer's steps, in order. */
export const FIRST_STEPS = ['profile', 'price', 'hours', 'payout'] as const;
export type FirstStep = (typeof FIRST_STEPS)[number];

const PAGES = {
  profile: '/personal/profile',
  price: '/personal/profile',
  hours: '/personal/availability',
  payout: '/personal/payout',
} as const satisfies Record<FirstStep, string>;

/** A new streamer's list of steps, until all are done. @param open those that are not done */
export function FirstSteps({ open }: { open: readonly FirstStep[] }) {
  const { t } = useTranslation('personal');
  if (open.length === 0) return null;
  return (
    <section
      aria-labelledby="first-steps"
      className="mb-8 grid gap-3 rounded-lg border border-line bg-raised p-4 sm:p-5"
    >
      <h2 id="first-steps" className="text-xl">
        {t('firstSteps.title')}
      </h2>
      <ol className="grid gap-1">
        {FIRST_STEPS.map((step) => (
          <li key={step} className="flex min-h-11 items-center gap-3">
            {open.includes(step) ? (
              <>
                <Circle aria-hidden size={20} className="shrink-0 text-muted" />
                <LocaleLink to={PAGES[step]} className="link">
                  {t(`firstSteps.${step}`)}
                </LocaleLink>
              </>
            ) : (
              <>
                <Check aria-hidden size={20} className="shrink-0 text-good" />
                <span>
                  {t(`firstSteps.${step}`)}
                  <span className="sr-only">{t('firstSteps.done')}</span>
                </span>
              </>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}
