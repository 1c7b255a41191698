import { MapPin } from 'lucide-react';
import { Checkbox } from '#app/components/ui/checkbox.tsx';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { isHandRaised } from '../hand/hand.ts';
import { PadSettings } from '../pad/pad.tsx';
import { GazeSwitches } from '../pointing/gaze-switches.tsx';
import { listPlaces } from '../pointing/places-store.ts';
import { MoreItem } from './more-item.tsx';
import type { MoreProps } from './more-props.ts';

/** How the two people guide each other, and what each allows the other. */
export function GuideGroup({ call, actions: { hand, places }, sphere, opener }: MoreProps) {
  const { t } = useTranslation('call');
  return (
    <div className="grid gap-2">
      <Checkbox checked={isHandRaised(call)} disabled={!hand} onChange={() => void hand?.()}>
        {t('hand.raise')}
      </Checkbox>
      {sphere && <GazeSwitches />}
      {places && (
        <div className="-mx-2">
          <MoreItem Icon={MapPin} closes onSelect={() => listPlaces(opener.current)}>
            {t('places.title')}
          </MoreItem>
        </div>
      )}
      {call.seat === 'host' && <PadSettings call={call} />}
    </div>
  );
}
