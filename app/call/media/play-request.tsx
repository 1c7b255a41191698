import { Play, Volume2 } from 'lucide-react';
import { Button } from '#app/components/ui/button.tsx';
import { useTranslation } from '#app/i18n/use-translation.ts';
import type { Playback } from './use-playback.ts';

/** Asks for a click if the browser requires one to play the picture or the sound. */
export function PlayRequest({ picture, sound }: { picture: Playback | null; sound: Playback }) {
  const { t } = useTranslation('call');
  if (!picture?.blocked && !sound.blocked) return null;
  const Icon = picture?.blocked ? Play : Volume2;
  const playAll = () => {
    if (picture?.blocked) picture.play();
    if (sound.blocked) sound.play();
  };
  return (
    <div
      role="alert"
      className="absolute inset-x-4 top-20 z-20 mx-auto grid max-w-sm gap-3 rounded-lg bg-ink/90 p-4"
    >
      <p>{t(picture?.blocked ? 'room.showText' : 'room.hearText')}</p>
      <Button onClick={playAll}>
        <Icon aria-hidden size={20} />
        {t(picture?.blocked ? 'room.show' : 'room.hear')}
      </Button>
    </div>
  );
}
