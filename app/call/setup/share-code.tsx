import { Copy, Share2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Alert } from '#app/components/ui/alert.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { Checkbox } from '#app/components/ui/checkbox.tsx';
import { useLocalePath } from '#app/i18n/locale.tsx';
import { formatSeconds } from '#app/i18n/seconds.ts';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { formatRoomCode } from '#protocol/room-code.ts';
import type { CallState } from '../state/call-state.ts';
import { copy, invitationLink, share } from './invitation.ts';
import { QrCode } from './qr-code.tsx';
import { useSecondsLeft } from './use-seconds-left.ts';
import { useSnapshots } from './use-snapshots.ts';

const COPIED_ALERT_MS = 5_000;

/** Shows the code to share, until a guest enters. */
export function RoomCode({ call, onClose }: { call: CallState; onClose(): void }) {
  const { t } = useTranslation('call');
  const localePath = useLocalePath();
  const [copiedUntil, setCopiedUntil] = useState<number | null>(null);
  const [linkCopied, setLinkCopied] = useState(false);
  const copiedFor = useSecondsLeft(copiedUntil);
  const expiresIn = useSecondsLeft(call.channel && call.channelAt + call.channel.expiresInMs);
  const code = formatRoomCode(call.token);
  const link = invitationLink(call.token, localePath);
  const joining = call.channel?.status !== 'CREATED';

  useEffect(() => {
    if (copiedFor === 0) setCopiedUntil(null);
  }, [copiedFor]);

  const copyCode = async () => {
    if (await copy(code)) setCopiedUntil(performance.now() + COPIED_ALERT_MS);
  };
  const invite = async () => {
    if (!(await share(t('code.inviteTitle'), t('code.inviteText', { code }), link))) {
      setLinkCopied(await copy(link));
    }
  };

  return (
    <div className="grid gap-6">
      <p className="text-muted">{t('code.text')}</p>
      <div className="flex flex-wrap items-center justify-center gap-6">
        <output
          data-testid="room-code"
          className="text-4xl font-semibold tracking-wider tabular-nums select-all"
        >
          {code}
        </output>
        <QrCode text={link} label={t('code.qr')} />
      </div>
      <p className="text-center text-sm text-muted tabular-nums" aria-live="off">
        {t('code.expires', { time: formatSeconds(expiresIn) })}
      </p>
      <div role="status" className="grid gap-3 empty:hidden">
        {call.connection === 'reconnecting' && <Alert tone="error">{t('room.reconnecting')}</Alert>}
        {joining && <Alert tone="info">{t('code.joining')}</Alert>}
        {!joining && copiedFor > 0 && (
          <Alert tone="success">{t('code.copied', { seconds: copiedFor })}</Alert>
        )}
        {!joining && copiedFor === 0 && linkCopied && <Alert tone="success">{t('code.linkCopied')}</Alert>}
      </div>
      <LocationSwitch waiting={!joining} />
      <div className="flex flex-col-reverse justify-end gap-3 sm:flex-row">
        <Button variant="quiet" onClick={onClose}>
          {t('start.close')}
        </Button>
        <Button variant="secondary" onClick={() => void copyCode()}>
          <Copy aria-hidden size={20} />
          {t('code.copy')}
        </Button>
        <Button onClick={() => void invite()}>
          <Share2 aria-hidden size={20} />
          {t('code.invite')}
        </Button>
      </div>
    </div>
  );
}

/** Switches for the host's location, both off by default: it is private until the host opts in, for each audience. */
export function LocationSwitch({ waiting }: { waiting: boolean }) {
  const { t } = useTranslation('call');
  const [on, setOn] = useState(false);
  const [shared, setShared] = useState(false);
  const { denied, withdraw } = useSnapshots(on && waiting, shared);
  return (
    <div className="grid text-sm">
      <Checkbox
        checked={on}
        onChange={({ target: { checked } }) => {
          setOn(checked);
          if (checked) return;
          if (shared) withdraw();
          setShared(false);
        }}
      >
        {t('code.location')}
      </Checkbox>
      <Checkbox
        checked={shared}
        disabled={!on}
        onChange={({ target: { checked } }) => {
          if (!checked) withdraw();
          setShared(checked);
        }}
      >
        <span className={on ? '' : 'text-muted'}>{t('code.locationShared')}</span>
      </Checkbox>
      {denied && (
        <p role="status" className="text-muted">
          {t('code.locationDenied')}
        </p>
      )}
    </div>
  );
}
