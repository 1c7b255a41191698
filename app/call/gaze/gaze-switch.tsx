import { useStore } from 'zustand';
import { Checkbox } from '#app/components/ui/checkbox.tsx';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { gazeChoice, setTellsGaze } from './gaze-choice.ts';

/** The viewer's choice. */
export function GazeSwitch() {
  const { t } = useTranslation('call');
  const tells = useStore(gazeChoice, (state) => state.tells);
  return (
    <Checkbox checked={tells} onChange={(event) => setTellsGaze(event.target.checked)}>
      {t('gaze.tell')}
    </Checkbox>
  );
}
