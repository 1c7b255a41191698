import { useWantedPart } from '#app/components/page/wanted-part.ts';
import { Checkbox } from '#app/components/ui/checkbox.tsx';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { type ControlMode, controlModeSchema } from '#protocol/control-modes.ts';
import type { CallState } from '../state/call-state.ts';
import { allow } from './consent.ts';
import { isOffered, isReachable, offers } from './offered.ts';

const loadPad = () => import('./direction-pad.tsx');
const loadDirected = () => import('./directed.tsx');
const loadSettings = () => import('./directed-settings.tsx');

/** The guest's pad, once the host offers it. */
export function Pad({ call }: { call: CallState }) {
  const { Part: DirectionPad, failed } = useWantedPart(loadPad, isOffered(call, 'PAD'));
  return (
    <>
      {DirectionPad && <DirectionPad reachable={isReachable(call)} />}
      {failed && <PadFailed />}
    </>
  );
}

/** Shows the guest's directions to a host who offers to be directed. */
export function Directions({ call }: { call: CallState }) {
  const { Part: Directed, failed } = useWantedPart(loadDirected, isDirected(call));
  return (
    <>
      {Directed && <Directed />}
      {failed && <PadFailed />}
    </>
  );
}

/** The host's choices, for this room. */
export function PadSettings({ call }: { call: CallState }) {
  const { t } = useTranslation('call');
  const { Part: Settings, failed } = useWantedPart(loadSettings, isDirected(call));
  const offer = (mode: ControlMode, offered: boolean) => {
    const others = call.offers?.filter((other) => other !== mode) ?? [];
    allow(offered ? [...others, mode] : others);
  };
  return (
    <section aria-label={t('pad.heading')} className="grid gap-2 border-t border-line pt-4">
      {controlModeSchema.options.toReversed().map((mode) => (
        <Checkbox
          key={mode}
          checked={call.offers?.includes(mode) === true}
          onChange={(event) => offer(mode, event.target.checked)}
        >
          {t(mode === 'PAD' ? 'pad.offer' : 'voice.offer')}
        </Checkbox>
      ))}
      {Settings && <Settings relay={offers(call, 'PAD')} />}
      {failed && <PadFailed />}
    </section>
  );
}

function isDirected(call: CallState): boolean {
  return offers(call, 'PAD') || offers(call, 'VOICE');
}

export function PadFailed() {
  const { t } = useTranslation('call');
  return (
    <p role="alert" className="max-w-xs rounded-lg bg-ink/90 px-4 py-2 text-sm text-white">
      {t('pad.failed')}
    </p>
  );
}
