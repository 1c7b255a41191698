import { Lock as Locked, LockOpen, ShieldAlert } from 'lucide-react';
import { useEffect } from 'react';
import { Button } from '#app/components/ui/button.tsx';
import { IconButton } from '#app/components/ui/icon-button.tsx';
import { Popover } from '#app/components/ui/popover.tsx';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { notify } from '../notices/notice-store.ts';
import type { ClearReason, Encryption } from './call-encryption.ts';
import { PICTURES } from './pictures.ts';

type EncryptedWith = Extract<Encryption, { state: 'on' }>;

const ICONS = {
  on: Locked,
  off: LockOpen,
  unknown: LockOpen,
  refused: LockOpen,
  changed: ShieldAlert,
  forged: ShieldAlert,
} as const;

const OFF = { streamed: 'encryption.offStreamed', watchable: 'encryption.offWatchable' } as const;

/** Why the other side's key is doubtful; null if it is not. */
export function doubtOf(encryption: Encryption): 'changed' | 'forged' | null {
  const trust = encryption.state === 'on' ? encryption.trust : null;
  return trust === 'changed' || trust === 'forged' ? trust : null;
}

type LockProps = {
  encryption: Encryption;
  /** Why the host's camera is not encrypted; null if nothing prevents it. */
  reason: ClearReason | null;
  /** A player shows the host's camera now. */
  isWatched: boolean;
  /** The person has found the pictures of a key to be the same. */
  onSame: (key: string) => void;
};

function useTitle(encryption: Encryption) {
  const { t } = useTranslation('call');
  const doubt = doubtOf(encryption);
  const shown: keyof typeof ICONS = doubt ?? encryption.state;
  return { doubt, shown, title: t(`encryption.${shown === 'refused' ? 'off' : shown}`) };
}

/** A lock beside the picture while it matters that the call is not encrypted, or that its key is doubtful. */
export function Lock(props: LockProps) {
  const { t } = useTranslation('call');
  const { doubt, shown, title } = useTitle(props.encryption);
  const needsLook = doubt !== null || shown === 'off';
  useEffect(() => {
    // The lock itself fades with the other controls.
    if (doubt === 'changed') notify(t('encryption.changedNotice'));
    else if (needsLook) notify(title);
  }, [doubt, needsLook, title, t]);
  if (!needsLook) return null;
  return (
    <Popover
      label={title}
      trigger={
        <IconButton label={title} className="sm:size-12">
          {doubt ? <ShieldAlert className="text-fair" /> : <LockOpen />}
        </IconButton>
      }
    >
      <EncryptionDetails {...props} />
    </Popover>
  );
}

/** Says whether the call is encrypted end to end, and lets both people verify that nobody is in between. */
export function EncryptionDetails({ encryption, reason, isWatched, onSame }: LockProps) {
  const { t } = useTranslation('call');
  const { doubt, shown, title } = useTitle(encryption);
  const Icon = ICONS[shown];
  const offOwn = reason ? OFF[reason] : 'encryption.offOwn';
  return (
    <section aria-label={title} className="grid gap-3 text-sm">
      <h2 className="flex items-center gap-2 text-base font-semibold">
        <Icon aria-hidden size={20} className={doubt ? 'text-fair' : ''} />
        {title}
      </h2>
      {(encryption.state === 'unknown' || encryption.state === 'refused') && (
        <p>{t('encryption.unknownText')}</p>
      )}
      {encryption.state === 'off' && (
        <p>{t(encryption.lacking === 'other' ? 'encryption.offOther' : offOwn)}</p>
      )}
      {isWatched && <p>{t('player.begun')}</p>}
      {encryption.state === 'on' && (
        <>
          <p>{t(doubt ? `encryption.${doubt}Text` : 'encryption.onText')}</p>
          <Comparison encryption={encryption} onSame={onSame} />
        </>
      )}
    </section>
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
