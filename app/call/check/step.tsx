import { Circle, CircleAlert, CircleCheck, TriangleAlert } from 'lucide-react';
import { useRef } from 'react';
import { Button } from '#app/components/ui/button.tsx';
import { Spinner } from '#app/components/ui/spinner.tsx';
import { useTranslation } from '#app/i18n/use-translation.ts';
import type { Projection } from '#protocol/projection.ts';
import type { Check, CheckState, StepName } from './check.ts';
import { useStepText } from './use-step-text.ts';

type StepProps = { name: StepName; state: CheckState; projection: Projection; check: Check };

const ICONS = {
  waiting: <Circle size={20} className="text-muted" />,
  skipped: <Circle size={20} className="text-muted" />,
  running: <Spinner />,
  good: <CircleCheck size={20} className="text-good" />,
  warning: <TriangleAlert size={20} className="text-fair" />,
  failed: <CircleAlert size={20} className="text-poor" />,
} as const;

/** A step of the check: its state as an icon and in words, and its buttons. */
export function Step({ name, state, projection, check }: StepProps) {
  const { t } = useTranslation('call');
  const { look, text } = useStepText(name, state, projection);
  const isRunning = look === 'running';
  const title = t(`check.steps.${name}`);
  const isAsked = name === 'speaker' && isRunning;
  const isSkippable = isRunning && !isAsked;
  const button = useRef<HTMLButtonElement>(null);
  const answer = (heard: boolean) => {
    check.answer(heard);
    // The pressed button is about to disappear.
    button.current?.focus();
  };
  return (
    <li className="flex items-start gap-3 py-3">
      <span aria-hidden className="mt-0.5 shrink-0">
        {isAsked ? ICONS.waiting : ICONS[look]}
      </span>
      <div className="grid min-w-0 flex-1 gap-1">
        <p className="font-semibold">{title}</p>
        <p aria-live="polite" className="text-sm text-muted wrap-anywhere">
          {text}
        </p>
        {name === 'microphone' && isRunning && (
          <meter
            aria-label={t('check.level')}
            min={-70}
            max={0}
            value={Math.max(-70, state.level ?? -70)}
            className="h-3 w-full"
          />
        )}
      </div>
      <div className="flex shrink-0 flex-wrap justify-end gap-2 max-sm:max-w-40">
        {isAsked && (
          <>
            <Button variant="secondary" onClick={() => answer(true)}>
              {t('check.yes')}
            </Button>
            <Button variant="secondary" onClick={() => answer(false)}>
              {t('check.no')}
            </Button>
          </>
        )}
        <Button
          ref={button}
          variant="quiet"
          aria-label={t(isSkippable ? 'check.skipStep' : 'check.runStep', { step: title })}
          onClick={() => (isSkippable ? check.skip(name) : void check.run(name))}
        >
          {t(isSkippable ? 'check.skip' : look === 'waiting' ? 'check.run' : 'check.again')}
        </Button>
      </div>
    </li>
  );
}
