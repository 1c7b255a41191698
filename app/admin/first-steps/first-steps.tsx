import { Form } from '@remix-run/react';
import { Check, Circle, Minus } from 'lucide-react';
import { LocaleLink } from '#app/i18n/locale.tsx';
import { useLabels } from '../labels.ts';
import type { FirstStep, StepState } from './steps.ts';

/** Where a step is taken or tested; the others are settings of the servers. */
const PAGES: Partial<Record<FirstStep, string>> = {
  name: '/admin/parameter',
  operator: '/admin/parameter',
  terms: '/admin/fragment',
  mail: '/admin/testing',
  payments: '/admin/testing',
  secondFactor: '/personal/account#second-factor',
  demo: '/admin#demo-title',
};

/** The operator's list of steps, until each is done or not needed. */
export function FirstSteps({ steps }: { steps: readonly StepState[] }) {
  const { t } = useLabels();
  if (steps.every(({ problem, isSkipped }) => problem === null || isSkipped)) return null;
  return (
    <section
      aria-labelledby="first-steps"
      className="grid gap-3 rounded-lg border border-line bg-raised p-4 sm:p-5"
    >
      <h2 id="first-steps" className="text-xl">
        {t('firstSteps.title')}
      </h2>
      <p className="text-sm text-muted">{t('firstSteps.doctor')}</p>
      <ol className="grid gap-2">
        {steps.map((state) => (
          <Step key={state.step} {...state} />
        ))}
      </ol>
    </section>
  );
}

function Step({ step, problem, values, isSkipped }: StepState) {
  const { t } = useLabels();
  const page = PAGES[step];
  const isOpen = problem !== null && !isSkipped;
  const [Icon, state] =
    problem === null
      ? ([Check, 'firstSteps.done'] as const)
      : isSkipped
        ? ([Minus, 'firstSteps.skipped'] as const)
        : ([Circle, 'firstSteps.open'] as const);
  return (
    <li className="grid grid-cols-[auto_1fr] gap-x-3">
      <Icon aria-hidden size={20} className={`mt-0.5 ${problem === null ? 'text-good' : 'text-muted'}`} />
      <div className="grid gap-1">
        <p className={isOpen ? 'font-semibold' : ''}>
          {isOpen && page ? (
            <LocaleLink to={page} className="link">
              {t(`firstSteps.${step}`)}
            </LocaleLink>
          ) : (
            t(`firstSteps.${step}`)
          )}
          <span className="sr-only"> ({t(state)})</span>
        </p>
        {isOpen && <p className="max-w-prose text-sm text-muted">{t(`firstSteps.${problem}`, values)}</p>}
        {problem !== null && (
          <Form method="post" action="?index" preventScrollReset>
            <input type="hidden" name="step" value={step} />
            <button
              type="submit"
              name="intent"
              value={isSkipped ? 'needStep' : 'skipStep'}
              className="min-h-6 text-sm underline underline-offset-2"
            >
              {t(isSkipped ? 'firstSteps.need' : 'firstSteps.skip')}
              <span className="sr-only">: {t(`firstSteps.${step}`)}</span>
            </button>
          </Form>
        )}
      </div>
    </li>
  );
}
