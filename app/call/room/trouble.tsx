import { MicOff, VideoOff } from 'lucide-react';
import { useLasting } from '#app/components/page/use-lasting.ts';
import { Alert } from '#app/components/ui/alert.tsx';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { type CallState, isOtherPaused, trouble, unseen } from '../state/call-state.ts';

/** Signalling that is restored within this time, as after a restart of the web server, is no one's concern. */
const UNNOTICED_MS = 3_000;
/** Media that are away for this long, after the second in which nothing arrives, are missed. */
const BRIEF_MS = 500;

/** Whose connection is being restored, once that takes a while; null while none is. */
export function useTroubleText(call: CallState): string | null {
  const { t } = useTranslation('call');
  const problem = trouble(call);
  const lasting = useLasting(problem, problem === 'signalling' ? UNNOTICED_MS : BRIEF_MS);
  if (!problem || !lasting) return null;
  return t(problem === 'other' ? 'room.otherReconnecting' : 'room.reconnecting');
}

export function TroubleNotice({ call }: { call: CallState }) {
  const text = useTroubleText(call);
  return (
    <div role="status" className="empty:hidden">
      {text && <p className="rounded-lg bg-ink/90 px-4 py-2 text-center text-sm text-balance">{text}</p>}
    </div>
  );
}

/** Why the other person's camera is not seen here; null if it is, or has none. */
export function useUnseenText(call: CallState): string | null {
  const { t } = useTranslation('call');
  const lost = unseen(call);
  return lost.other ? t(lost.own ? 'room.unseen.both' : 'room.unseen.other') : null;
}

/** In place of the other person's picture. */
export function UnseenOther({ call }: { call: CallState }) {
  const text = useUnseenText(call);
  return (
    text && (
      <p
        role="status"
        className="absolute inset-0 grid place-content-center justify-items-center gap-3 bg-ink p-6 text-center text-white/70"
      >
        <VideoOff aria-hidden size={32} />
        <span className="max-w-prose">{text}</span>
      </p>
    )
  );
}

/** The other person does not see this side's camera. */
export function UnseenOwn({ call }: { call: CallState }) {
  const { t } = useTranslation('call');
  const lost = unseen(call);
  return lost.own && !lost.other && <Alert tone="info">{t('room.unseen.own')}</Alert>;
}

export function OtherMuted({ call }: { call: CallState }) {
  const { t } = useTranslation('call');
  return (
    isOtherPaused(call, 'microphone') && (
      <p className="flex items-center gap-2 rounded-full bg-ink/70 px-3 py-1 text-sm">
        <MicOff aria-hidden size={16} />
        {t('room.otherMuted')}
      </p>
    )
  );
}
