import { Lock as Locked, LockOpen, ShieldAlert } from 'lucide-react';
import { useEffect } from 'react';
import { Button } from '#app/components/ui/button.tsx';
import { IconButton } from '#app/components/ui/icon-button.tsx';
import { Popover } from '#app/components/ui/popover.tsx';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { notify } from '../notices/notice-store.ts';
import type { Encryption } from './call-encryption.ts';
import { PICTURES } from './pictures.ts';

type EncryptedWith = Extract<Encryption, { state: 'on' }>;

const ICONS = {
  on: Locked,
  off: LockOpen,
  unknown: LockOpen,
  refused: LockOpen,
  changed: ShieldAlert,
} as const;

type LockProps = {
  encryption: Encryption;
  /** The person has found the pictures of a key to be the same. */
  onSame: (key: string) => void;
};

/** Shows whether the call is encrypted end to end, and lets both people verify that nobody is in between. */
export function Lock({ encryption, onSame }: LockProps) {
  const { t } = useTranslation('call');
  const { state } = encryption;
  const isChanged = state === 'on' && encryption.trust === 'doubtful';
  const shown = isChanged ? 'changed' : state;
  const Icon = ICONS[shown];
  const title = t(`encryption.${shown === 'refused' ? 'off' : shown}`);
  useEffect(() => {
    // The lock itself fades with the other controls.
    if (shown === 'changed' || shown === 'off') notify(title);
  }, [shown, title]);
  return (
    <Popover
      label={title}
      trigger={
        <IconButton label={title} className="sm:size-12">
          <Icon className={isChanged ? 'text-fair' : ''} />
        </IconButton>
      }
    >
      <div className="grid gap-3 text-sm">
        <h2 className="text-base font-semibold">{title}</h2>
        {(encryption.state === 'unknown' || encryption.state === 'refused') && (
          <p>{t('encryption.unknownText')}</p>
        )}
        {encryption.state === 'off' && (
          <p>{t(encryption.lacking === 'own' ? 'encryption.offOwn' : 'encryption.offOther')}</p>
        )}
        {encryption.state === 'on' && (
          <>
            <p>{t(isChanged ? 'encryption.changedText' : 'encryption.onText')}</p>
            <Comparison encryption={encryption} onSame={onSame} />
          </>
        )}
      </div>
    </Popover>
  );
}

function Comparison({
  encryption: { key, trust, pictures },
  onSame,
}: Pick<LockProps, 'onSame'> & { encryption: EncryptedWith }) {
  const { t } = useTranslation('call');
  const isSure = trust === 'proven' || trust === 'compared';
  return (
    <>
      <p>{t(isSure ? `encryption.${trust}` : 'encryption.compare')}</p>
      <ol aria-label={t('encryption.pictures')} className="grid min-h-38 grid-cols-3 gap-2 text-center">
        {pictures?.map((index, at) => {
          const [picture, word] = PICTURES[index] ?? PICTURES[0];
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a picture may be there twice
            <li key={at} className="grid justify-items-center gap-1">
              <span aria-hidden className="text-3xl">
                {picture}
              </span>
              <span className="text-xs hyphens-auto">{t(`encryption.words.${word}`)}</span>
            </li>
          );
        })}
      </ol>
      {!isSure && (
        <Button onClick={() => onSame(key)} disabled={!pictures}>
          {t('encryption.same')}
        </Button>
      )}
    </>
  );
}
