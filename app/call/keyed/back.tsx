import { buttonClass } from '#app/components/ui/button.tsx';
import { useTranslation } from '#app/i18n/use-translation.ts';
import type { KeyedRoom } from '#protocol/keyed-room.ts';
import { addressBack } from './address-back.ts';

/**
 * Link back to the site its people came from, shown when a call has ended. Never followed automatically: it is a
 * foreign page.
 */
export function Back({ keyed, reason }: { keyed: KeyedRoom | null; reason: string }) {
  const { t } = useTranslation('call');
  const back = keyed && addressBack(keyed, reason);
  return (
    back && (
      // In a page that embeds the room, replaces that page.
      <a href={back} target="_top" rel="noreferrer" className={buttonClass()}>
        {t('ended.back', { site: new URL(back).host })}
      </a>
    )
  );
}
