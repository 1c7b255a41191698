import { buttonClass } from '#app/components/ui/button.tsx';
import { useTranslation } from '#app/i18n/use-translation.ts';
import type { KeyedRoom } from '#protocol/keyed-room.ts';
import { addressBack } from './address-back.ts';

/** From the end of a call to the site that its people came from. Never by itself: it is a foreign page. */
export function Back({ keyed, reason }: { keyed: KeyedRoom | null; reason: string }) {
  const { t } = useTranslation('call');
  const back = keyed && addressBack(keyed, reason);
  return (
    back && (
      // Within a page that embeds the room, in that page's place.
      <a href={back} target="_top" rel="noreferrer" className={buttonClass()}>
        {t('ended.back', { site: new URL(back).host })}
      </a>
    )
  );
}
