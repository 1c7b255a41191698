import { Footprints } from 'lucide-react';
import { useId, useState } from 'react';
import { Button } from '#app/components/ui/button.tsx';
import { Checkbox } from '#app/components/ui/checkbox.tsx';
import { useTranslation } from '#app/i18n/use-translation.ts';
import type { ControlMode } from '#protocol/control-modes.ts';
import type { CallState } from '../state/call-state.ts';
import { allow, asksConsent } from './consent.ts';

/** Asks a host whose account offers it, once in each call, whether their guest may direct them. */
export function ConsentQuestion({ call }: { call: CallState }) {
  return asksConsent(call) && <Question call={call} />;
}

function Question({ call: { proposed, channel } }: { call: CallState }) {
  const { t } = useTranslation('call');
  const id = useId();
  // Chosen already where there is nothing to choose, or where the guest has booked or requested this.
  const isChosen = proposed.length === 1 || channel?.reserved === true;
  const [modes, setModes] = useState<readonly ControlMode[]>(isChosen ? proposed : []);
  const choose = (mode: ControlMode, chosen: boolean) => {
    const others = modes.filter((other) => other !== mode);
    setModes(chosen ? [...others, mode] : others);
  };
  return (
    <section
      aria-labelledby={id}
      className="grid animate-appear gap-2 rounded-lg border border-line bg-raised p-4 text-text shadow-soft"
    >
      <div role="status">
        <h2 id={id} className="flex items-center gap-2 font-semibold">
          <Footprints aria-hidden size={20} className="shrink-0 text-accent-text" />
          {t('pad.question.title')}
        </h2>
        <p className="text-sm text-muted">{t('pad.question.text')}</p>
      </div>
      <div className="flex flex-wrap gap-x-6">
        {proposed.toReversed().map((mode) => (
          <Checkbox
            key={mode}
            checked={modes.includes(mode)}
            onChange={(event) => choose(mode, event.target.checked)}
          >
            {t(`pad.question.${mode}`)}
          </Checkbox>
        ))}
      </div>
      <div className="flex flex-wrap gap-2">
        <Button disabled={modes.length === 0} onClick={() => allow(modes)}>
          {t('pad.question.allow')}
        </Button>
        <Button variant="secondary" onClick={() => allow([])}>
          {t('pad.question.notNow')}
        </Button>
      </div>
    </section>
  );
}
