import { MicOff, VideoOff } from 'lucide-react';
import { useLasting } from '#app/components/page/use-lasting.ts';
import { Alert } from '#app/components/ui/alert.tsx';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { type CallState, isOtherPaused, trouble, undecodable } from '../state/call-state.ts';

/** An interruption of the signalling shorter than this, such as a restart of the web server, is not shown. */
const UNNOTICED_MS = 3_000;
/** An interruption of the media shorter than this, after a second without packets, is not shown. */
const BRIEF_MS = 500;

/** Text about a lasting interruption of either connection; null if there is none. */
export function useTroubleText(call: CallState): string | null {
  const { t } = useTranslation('call');
  const problem = trouble(call);
  const lasting = useLasting(problem, problem === 'signalling' ? UNNOTICED_MS : BRIEF_MS);
  if (!problem || !lasting) return null;
  return t(problem === 'other' ? 'room.otherReconnecting' : 'room.reconnecting');
}

export function TroubleNotice({ troubleText }: { troubleText: string | null }) {
  return (
    <div role="status" className="empty:hidden">
      {troubleText && (
        <p className="rounded-lg bg-ink/90 px-4 py-2 text-center text-sm text-balance">{troubleText}</p>
      )}
    </div>
  );
}

/** Text if the other person's video cannot be decoded here; null if it can. */
export function useUnseenText(call: CallState): string | null {
  const { t } = useTranslation('call');
  const lost = undecodable(call);
  return lost.other ? t(lost.own ? 'room.unseen.both' : 'room.unseen.other') : null;
}

/** Replaces the other person's picture if it cannot be decoded here. */
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

/** Notice that the other person's browser cannot decode this side's video. */
export function UnseenOwn({ call }: { call: CallState }) {
  const { t } = useTranslation('call');
  const lost = undecodable(call);
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
