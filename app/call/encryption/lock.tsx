import { Lock as Locked, LockOpen, ShieldAlert } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from '#app/components/ui/button.tsx';
import { IconButton } from '#app/components/ui/icon-button.tsx';
import { Popover } from '#app/components/ui/popover.tsx';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { notify } from '../notices/notice-store.ts';
import type { Encryption } from './call-encryption.ts';
import { PICTURES } from './pictures.ts';

type EncryptedWith = Extract<Encryption, { state: 'on' }>;

const ICONS = { on: Locked, off: LockOpen, unknown: LockOpen, changed: ShieldAlert } as const;

/** Shows whether the call is encrypted end to end, and lets both people verify that nobody is in between. */
export function Lock({ call: { encryption } }: { call: { encryption: Encryption } }) {
  const { t } = useTranslation('call');
  /** The other side's key whose pictures the user confirmed. */
  const [compared, setCompared] = useState<string | null>(null);
  const { state } = encryption;
  const isChanged = state === 'on' && encryption.isDoubtful && encryption.key !== compared;
  const shown = isChanged ? 'changed' : state;
  const Icon = ICONS[shown];
  useEffect(() => {
    // The lock itself fades with the other controls.
    if (shown === 'changed' || shown === 'off') notify(t(`encryption.${shown}`));
  }, [shown, t]);
  return (
    <Popover
      label={t(`encryption.${shown}`)}
      trigger={
        <IconButton label={t(`encryption.${shown}`)} className="sm:size-12">
          <Icon className={isChanged ? 'text-fair' : ''} />
        </IconButton>
      }
    >
      <div className="grid gap-3 text-sm">
        <h2 className="text-base font-semibold">{t(`encryption.${shown}`)}</h2>
        {encryption.state === 'unknown' && <p>{t('encryption.unknownText')}</p>}
        {encryption.state === 'off' && (
          <p>{t(encryption.lacking === 'own' ? 'encryption.offOwn' : 'encryption.offOther')}</p>
        )}
        {encryption.state === 'on' && (
          <>
            <p>{t(isChanged ? 'encryption.changedText' : 'encryption.onText')}</p>
            <Comparison
              encryption={encryption}
              isCompared={compared === encryption.key}
              onSame={() => setCompared(encryption.key)}
            />
          </>
        )}
      </div>
    </Popover>
  );
}

type ComparisonProps = { encryption: EncryptedWith; isCompared: boolean; onSame(): void };

function Comparison({ encryption, isCompared, onSame }: ComparisonProps) {
  const { t } = useTranslation('call');
  const [indices, setIndices] = useState<number[] | null>(null);
  const { proven, pictures } = encryption;
  const isSure = proven || isCompared;
  useEffect(() => {
    let isShown = true;
    void pictures().then((found) => isShown && setIndices(found));
    return () => {
      isShown = false;
    };
  }, [pictures]);
  return (
    <>
      <p>{t(isCompared ? 'encryption.compared' : proven ? 'encryption.proven' : 'encryption.compare')}</p>
      <ol aria-label={t('encryption.pictures')} className="grid min-h-38 grid-cols-4 gap-2 text-center">
        {indices?.map((index, at) => {
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
        <Button onClick={onSame} disabled={!indices}>
          {t('encryption.same')}
        </Button>
      )}
    </>
  );
}
