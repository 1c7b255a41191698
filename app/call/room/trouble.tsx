import { MicOff, VideoOff } from 'lucide-react';
import { useLasting } from '#app/components/page/use-lasting.ts';
import { Alert } from '#app/components/ui/alert.tsx';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { useOtherAsSubject } from '../people/other-name.ts';
import { type CallState, trouble, undecodable } from '../state/call-state.ts';
import { lacksOf } from './lacks.ts';

/** An interruption of the signalling shorter than this, such as a restart of the web server, is not shown. */
const UNNOTICED_MS = 3_000;
/** An interruption of the media shorter than this, after a second without packets, is not shown. */
const BRIEF_MS = 500;
/** A microphone that is missing for less than this may be about to be sent, or be exchanged for another one. */
const EXCHANGE_MS = 2_000;

/** Text about a lasting interruption of either connection; null if there is none. */
export function useTroubleText(call: CallState): string | null {
  const { t } = useTranslation('call');
  const name = useOtherAsSubject(call);
  const problem = trouble(call);
  const lasting = useLasting(problem, problem === 'signalling' ? UNNOTICED_MS : BRIEF_MS);
  if (!problem || !lasting) return null;
  return problem === 'other' ? t('room.otherReconnecting', { name }) : t('room.reconnecting');
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

/** Text about what the other person does not send; null if that is nothing, and while their connection is lost. */
export function useLacksText(call: CallState, troubleText: string | null): string | null {
  const { t, language } = useTranslation('call');
  const name = useOtherAsSubject(call);
  const all = lacksOf(call);
  const isMissing = useLasting(all.includes('noMicrophone') ? 'noMicrophone' : null, EXCHANGE_MS);
  const lacks = all.filter((lack) => lack !== 'noMicrophone' || isMissing);
  if (lacks.length === 0 || troubleText !== null) return null;
  const words = lacks.map((lack) => t(`room.lacks.${lack}`));
  return t('room.lacks.text', { name, what: new Intl.ListFormat(language).format(words) });
}

/** What the other person does not send, in one line. */
export function OtherLacks({ call, troubleText }: { call: CallState; troubleText: string | null }) {
  const text = useLacksText(call, troubleText);
  const [first] = lacksOf(call);
  const Icon = first === 'muted' || first === 'noMicrophone' ? MicOff : VideoOff;
  return (
    <div role="status" className="empty:hidden">
      {text && (
        <p className="flex items-center gap-2 rounded-lg bg-ink/80 px-3 py-1 text-sm text-balance">
          <Icon aria-hidden size={16} className="shrink-0" />
          {text}
        </p>
      )}
    </div>
  );
}
