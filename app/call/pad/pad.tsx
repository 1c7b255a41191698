import { type ComponentType, useEffect } from 'react';
import { useLazyPart } from '#app/components/page/lazy-part.ts';
import { Checkbox } from '#app/components/ui/checkbox.tsx';
import { useTranslation } from '#app/i18n/use-translation.ts';
import type { CallState } from '../state/call-state.ts';
import { setOffersPad } from '../state/call-store.ts';
import { isPadOffered, isReachable, offersPad } from './offered.ts';

const loadPad = () => import('./direction-pad.tsx');
const loadDirected = () => import('./directed.tsx');
const loadSettings = () => import('./directed-settings.tsx');

/** The guest's pad, once the host offers it. */
export function Pad({ call }: { call: CallState }) {
  const { Part: DirectionPad, failed } = usePart(loadPad, isPadOffered(call));
  return (
    <>
      {DirectionPad && <DirectionPad reachable={isReachable(call)} />}
      {failed && <PadFailed />}
    </>
  );
}

/** What a host who offers the pad is directed to. */
export function Directions({ call }: { call: CallState }) {
  const { Part: Directed, failed } = usePart(loadDirected, offersPad(call));
  return (
    <>
      {Directed && <Directed />}
      {failed && <PadFailed />}
    </>
  );
}

/** The host's choices. */
export function PadSettings({ call }: { call: CallState }) {
  const { t } = useTranslation('call');
  const { Part: Settings, failed } = usePart(loadSettings, offersPad(call));
  return (
    <section aria-label={t('pad.heading')} className="grid gap-2 border-t border-line pt-4">
      <Checkbox checked={call.offersPad === true} onChange={(event) => setOffersPad(event.target.checked)}>
        {t('pad.offer')}
      </Checkbox>
      {Settings && <Settings />}
      {failed && <PadFailed />}
    </section>
  );
}

function PadFailed() {
  const { t } = useTranslation('call');
  return (
    <p role="alert" className="max-w-xs rounded-lg bg-ink/90 px-4 py-2 text-sm text-white">
      {t('pad.failed')}
    </p>
  );
}

/** A part that is loaded once it is wanted. */
function usePart<P>(load: () => Promise<{ default: ComponentType<P> }>, wanted: boolean) {
  const { Part, state, request } = useLazyPart(load);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once it is wanted
  useEffect(() => {
    if (wanted && state !== 'ready') void request();
  }, [wanted]);
  return { Part: wanted ? Part : null, failed: wanted && state === 'failed' };
}
