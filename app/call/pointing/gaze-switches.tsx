import { useStore } from 'zustand';
import { Checkbox } from '#app/components/ui/checkbox.tsx';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { chooseGaze, gazeChoice } from './gaze-choice.ts';

/** Switches for the viewer's settings. */
export function GazeSwitches() {
  const { t } = useTranslation('call');
  const choice = useStore(gazeChoice);
  return (
    <>
      {(['tellsGaze', 'wantsDetail', 'comesAlong'] as const).map((name) => (
        <Checkbox
          key={name}
          checked={choice[name]}
          onChange={(event) => chooseGaze({ [name]: event.target.checked })}
        >
          {t(`gaze.${name}`)}
        </Checkbox>
      ))}
    </>
  );
}
