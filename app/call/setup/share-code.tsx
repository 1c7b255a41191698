import { Copy, Link, Share2 } from 'lucide-react';
import { useEffect } from 'react';
import { useStore } from 'zustand';
import { Alert } from '#app/components/ui/alert.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { useLocalePath } from '#app/i18n/locale.tsx';
import { formatSeconds } from '#app/i18n/seconds.ts';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { formatRoomCode } from '#protocol/room-code.ts';
import { deviceStore, isStreamed, shownVideo } from '../devices/device-store.ts';
import { Preview } from '../devices/preview.tsx';
import type { CallState } from '../state/call-state.ts';
import { currentCall } from '../state/call-store.ts';
import { closing, closingStore, goOnWaiting, noteShared } from './closing.ts';
import { CopyButton } from './copy-button.tsx';
import { copy, invitationLink, share } from './invitation.ts';
import { LocationSwitch } from './location-switch.tsx';
import { QrCode } from './qr-code.tsx';
import { StreamPanel } from './stream-panel.tsx';
import { useSecondsLeft } from './use-seconds-left.ts';

/** More time for a code is offered once less than this is left. */
const EXTEND_BELOW_S = 120;

/** Shows the code to share, until a guest enters. */
export function RoomCode({ call, onClose }: { call: CallState; onClose(): void }) {
  const joining = call.channel?.status !== 'CREATED';
  const isAsking = useStore(closingStore, ({ asking }) => asking);
  useEffect(() => goOnWaiting, []);
  if (isAsking && !joining) return <CloseQuestion onClose={onClose} />;
  return <SharedCode call={call} joining={joining} onClose={() => closing() || onClose()} />;
}

function SharedCode({ call, joining, onClose }: { call: CallState; joining: boolean; onClose(): void }) {
  const { t } = useTranslation('call');
  const localePath = useLocalePath();
  const camera = useStore(deviceStore, shownVideo);
  const streamed = useStore(deviceStore, isStreamed);
  const code = formatRoomCode(call.token);
  const link = invitationLink(call.token, localePath);
  const noted = async <T extends boolean | null>(sharing: Promise<T>) => {
    const isShared = await sharing;
    if (isShared !== false) noteShared(call.token);
    return isShared;
  };
  const invite = async () => {
    if (await share(t('code.inviteTitle'), t('code.inviteText', { code }), link)) return null;
    return copy(link);
  };
  return (
    <div className="grid gap-4">
      <p className="text-muted">{t('code.text')}</p>
      <div className="flex flex-wrap items-center justify-center gap-x-6 gap-y-3">
        <div className="grid justify-items-center gap-1">
          <output
            data-testid="room-code"
            className="text-4xl font-semibold tracking-wider tabular-nums select-all"
          >
            {code}
          </output>
          <Expiry call={call} joining={joining} />
        </div>
        <div className="flex items-center gap-3">
          <QrCode text={link} label={t('code.qr')} />
          <div className="w-36">
            <Preview
              track={call.cameraOff ? null : camera}
              awaits={streamed && !call.cameraOff ? 'program' : null}
            />
          </div>
        </div>
      </div>
      <div className="grid grid-cols-2 gap-3">
        <CopyButton
          act={() => noted(copy(code))}
          confirmation={(seconds) => t('code.copied', { seconds })}
          variant="secondary"
        >
          <Copy aria-hidden size={20} className="max-sm:hidden" />
          {t('code.copy')}
        </CopyButton>
        <CopyButton
          act={() => noted(copy(link))}
          confirmation={() => t('code.linkCopied')}
          variant="secondary"
        >
          <Link aria-hidden size={20} className="max-sm:hidden" />
          {t('code.copyLink')}
        </CopyButton>
      </div>
      <div role="status" className="grid gap-3 empty:hidden">
        {call.connection === 'reconnecting' && <Alert tone="error">{t('room.reconnecting')}</Alert>}
        {joining && <Alert tone="info">{t('code.joining')}</Alert>}
        {!joining && call.channel?.visited && <Alert tone="info">{t('code.visited')}</Alert>}
        {call.channel?.watched && <Alert tone="info">{t('player.begun')}</Alert>}
      </div>
      {streamed && <StreamPanel call={call} />}
      <LocationSwitch waiting={!joining} />
      <div className="flex items-start justify-end gap-3">
        <Button variant="quiet" onClick={onClose}>
          {t('start.close')}
        </Button>
        <CopyButton act={() => noted(invite())} confirmation={() => t('code.linkCopied')}>
          <Share2 aria-hidden size={20} />
          {t('code.invite')}
        </CopyButton>
      </div>
    </div>
  );
}

/** How long the code still works, and near its end, more time for it. */
function Expiry({ call: { channel, channelAt }, joining }: { call: CallState; joining: boolean }) {
  const { t } = useTranslation('call');
  const expiresIn = useSecondsLeft(channel && channelAt + channel.expiresInMs);
  const isOffered = !joining && channel?.extendable && expiresIn < EXTEND_BELOW_S;
  return (
    <>
      <p className="text-center text-sm text-muted tabular-nums" aria-live="off">
        {t('code.expires', { time: formatSeconds(expiresIn) })}
      </p>
      {isOffered && (
        <Button variant="secondary" onClick={() => void currentCall()?.extendCode()}>
          {t('code.extend')}
        </Button>
      )}
    </>
  );
}

/** In place of the code that was shared. */
function CloseQuestion({ onClose }: { onClose(): void }) {
  const { t } = useTranslation('call');
  return (
    <div className="grid gap-6">
      <div role="alert" className="grid gap-2">
        <p className="text-lg font-semibold">{t('code.close.question')}</p>
        <p className="text-muted">{t('code.close.text')}</p>
      </div>
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="secondary" autoFocus onClick={goOnWaiting}>
          {t('code.close.keep')}
        </Button>
        <Button onClick={onClose}>{t('code.close.close')}</Button>
      </div>
    </div>
  );
}
