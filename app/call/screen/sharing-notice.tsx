import { MonitorUp } from 'lucide-react';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { lacksVideoCodec } from '../media/video-codec.ts';
import { type CallState, otherSeat, refusesScreen } from '../state/call-state.ts';
import { stopSharing } from './share.ts';

/** Reminds someone that they share their screen, and tells them if the other side cannot see it. */
export function SharingNotice({ call }: { call: CallState }) {
  const { t } = useTranslation('call');
  const { screen, channel, seat } = call;
  const isUndecodable = lacksVideoCodec(channel?.seats[seat] ?? null, otherSeat(call));
  const problem = refusesScreen(call) ? 'outdated' : isUndecodable ? 'undecodable' : null;
  return (
    <div role="status" className="empty:hidden">
      {screen && (
        <div className="flex items-center gap-3 rounded-lg bg-ink/90 py-1 pr-1 pl-4 text-sm">
          <MonitorUp aria-hidden size={20} className="shrink-0 max-[24rem]:hidden" />
          <p>{t(problem ? `screen.${problem}` : 'screen.sharing')}</p>
          <button
            type="button"
            onClick={stopSharing}
            className="pointer-events-auto min-h-11 shrink-0 rounded-md bg-white px-4 font-semibold text-ink hover:bg-white/90"
          >
            {t('screen.stop')}
          </button>
        </div>
      )}
    </div>
  );
}
