import { Plus } from 'lucide-react';
import { useEffect, useState } from 'react';
import { formatAmount } from '#app/i18n/price.ts';
import { useTranslation } from '#app/i18n/use-translation.ts';
import type { PanelButton } from '#app/sphere/vr/panel.tsx';
import { type Extending, isExtendable } from './use-extension.ts';

type ExtendButtons = {
  /** Button among the others that opens `rows` before the end is near. */
  buttons: PanelButton[];
  /** Button that extends the call, with its amount: in its own row, so that it is not pressed by mistake. */
  rows: PanelButton[][];
  notices: string[];
};

/** Buttons in a headset that extend a call paid by the minute. */
export function useExtendButtons(extending: Extending): ExtendButtons {
  const { t, language } = useTranslation('call');
  const { t: errorText } = useTranslation('errors');
  const { offer, isSoon, waits, busy, refused, extend } = extending;
  const [isOpen, setOpen] = useState(false);
  // It was opened for the last offer.
  // biome-ignore lint/correctness/useExhaustiveDependencies: one offer per part
  useEffect(() => setOpen(false), [offer?.part]);
  const notices = refused
    ? [refused === 'CARD_REFUSED' ? t('meter.extend.refused') : errorText(refused)]
    : [];
  if (waits) return { buttons: [], rows: [], notices: [t('vr.bank')] };
  if (!offer) return { buttons: [], rows: [], notices };
  const amount = formatAmount(offer.amount, offer.currency, language);
  const isShown = isExtendable(extending, isOpen);
  return {
    buttons: isSoon
      ? []
      : [
          {
            id: 'extend',
            icon: Plus,
            label: t('vr.extend'),
            pressed: isOpen,
            onPress: () => setOpen(!isOpen),
          },
        ],
    rows: isShown
      ? [
          [
            {
              id: 'extendBy',
              icon: Plus,
              label: t('vr.extendBy', { minutes: offer.minutes, amount }),
              pressed: busy,
              onPress: () => void extend(),
            },
          ],
        ]
      : [],
    notices: isShown ? [...notices, t('meter.extend.held')] : notices,
  };
}
