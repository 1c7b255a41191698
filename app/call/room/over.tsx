import { useNavigate } from '@remix-run/react';
import { Button } from '#app/components/ui/button.tsx';
import { useLocalePath } from '#app/i18n/locale.tsx';
import { formatSeconds } from '#app/i18n/seconds.ts';
import { useTranslation } from '#app/i18n/use-translation.ts';
import type { ErrorCode } from '#protocol/errors.ts';
import { isEmbedded } from '../embed/embedding.ts';
import { Back } from '../keyed/back.tsx';
import { Delivered } from '../meter/delivered.tsx';
import { usePaidPage } from '../meter/use-paid-page.ts';
import { Review } from '../people/review.tsx';
import { usePerson } from '../people/use-person.ts';
import { useServerBack } from '../setup/use-server.ts';
import { clearSetup, isFinal, ROOM_GONE, returnToRoom } from '../state/again.ts';
import { type CallState, isCall, type RoomScreen } from '../state/call-state.ts';
import { resetCall } from '../state/call-store.ts';
import { StatusScreen } from './status-screen.tsx';
import { useRoomLife } from './use-room-life.ts';

type EndedProps = { call: CallState; screen: Extract<RoomScreen, { name: 'ended' }> };

/** Screen of an ended call: who ended it or why, its duration, and how to rejoin it or start another one. */
export function Ended({ call, screen }: EndedProps) {
  const { t } = useTranslation('call');
  const { failed, reason, byOther, rejoinable } = screen;
  const paidPage = usePaidPage(call);
  const goBack = useGoBack(call, paidPage);
  const lastedMs = call.channel?.lastedMs ?? null;
  const { lives, otherIsBack } = useRoomLife(call.token, rejoinable, rejoinable);
  const other = usePerson(call.token, call.seat === 'host' ? 'guest' : 'host', 'ended');
  const text = t(reason === 'left' && byOther ? 'ended.otherLeft' : `ended.${reason}`);
  return (
    <StatusScreen title={t(failed ? 'failed.title' : 'ended.title')} text={text}>
      {lastedMs !== null && (
        <p className="w-full text-white/70 tabular-nums">
          {t('ended.duration', { time: formatSeconds(Math.round(lastedMs / 1000)) })}
        </p>
      )}
      <Delivered call={call} />
      <p role="status" className="w-full empty:hidden">
        {otherIsBack && t('ended.otherIsBack')}
      </p>
      {failed && <Button onClick={() => void goBack()}>{t('failed.retry')}</Button>}
      {!failed && lives && <Button onClick={() => void goBack()}>{t('ended.rejoin')}</Button>}
      <Back keyed={call.keyed} reason={reason} />
      <Onward paidPage={paidPage} failed={failed} />
      {lastedMs !== null && <Leave to="/call-quality" label={t('ended.quality')} />}
      {!failed && other?.reviewable && <Review person={other} />}
    </StatusScreen>
  );
}

/** Screen shown if the seat is unavailable. */
export function Refused({ call, code }: { call: CallState; code: ErrorCode | 'REPLACED' }) {
  const { t } = useTranslation('call');
  const { t: errorText } = useTranslation('errors');
  const paidPage = usePaidPage(call);
  const goBack = useGoBack(call, paidPage);
  // Without a call the page starts over: it checks the seat, opens the devices and joins.
  const onRetry = () => void resetCall();
  useServerBack(code === 'UNAVAILABLE', onRetry);
  // Shown only to a person who had a seat: they may have left by closing the page.
  const isOver = code === 'CHANNEL_ENDED';
  const { lives, otherIsBack } = useRoomLife(call.token, isOver, isCall(call.channel));
  if (code === 'REPLACED') {
    return (
      <StatusScreen title={t('ended.replaced')}>
        <Button onClick={onRetry}>{t('ended.takeBack')}</Button>
        <Leave to="/" label={t('failed.home')} />
      </StatusScreen>
    );
  }
  if (lives) {
    return (
      <StatusScreen title={t('ended.title')} text={otherIsBack ? t('ended.otherIsBack') : undefined}>
        <Button onClick={() => void goBack()}>{t('ended.rejoin')}</Button>
        <Onward paidPage={paidPage} />
      </StatusScreen>
    );
  }
  if (isOver && lives === null) return <StatusScreen title={t('room.connecting')} />;
  const isOwnRoom = call.seat === 'host' && isOver;
  const next = isFinal(code) ? (isOwnRoom ? 'room' : 'code') : 'retry';
  const text = { retry: undefined, room: t('code.endedText'), code: t('refused.text') }[next];
  return (
    <StatusScreen title={errorText(code)} text={text}>
      {next === 'retry' && <Button onClick={onRetry}>{t('failed.retry')}</Button>}
      {next === 'room' && <NewRoom label={t('code.newRoom')} variant="primary" />}
      {next === 'code' && <Leave to="/room/guest" label={t('refused.other')} variant="primary" />}
      <Leave to="/" label={t('failed.home')} />
    </StatusScreen>
  );
}

/**
 * Returns a function that goes back to the room while it lives, otherwise to the payment's page, otherwise to a new
 * room (host) or the field for a code (guest).
 */
function useGoBack({ token, seat }: CallState, paidPage: string | null): () => Promise<void> {
  const navigate = useNavigate();
  const localePath = useLocalePath();
  return async () => {
    if (await returnToRoom(token, seat)) return;
    if (paidPage) {
      await resetCall();
      return navigate(localePath(paidPage));
    }
    // The setup starts at that URL; here, the page would take the seat again without a call.
    navigate(localePath(`/room/${seat}`), { replace: true, state: ROOM_GONE });
  };
}

/**
 * Link to the payment's page, because a new call would be another payment. For a free call, a link to the setup of a new
 * room, with the devices last used; after a failure, to the home page.
 */
function Onward({ paidPage, failed = false }: { paidPage: string | null; failed?: boolean }) {
  const { t } = useTranslation('call');
  if (paidPage) return <Leave to={paidPage} label={t('meter.page')} />;
  if (failed) return <Leave to="/" label={t('failed.home')} />;
  return <NewRoom label={t('ended.again')} />;
}

/** Link to the setup of a new room, with the devices last used. */
function NewRoom({ label, variant = 'secondary' }: Omit<LeaveProps, 'to'>) {
  const navigate = useNavigate();
  const localePath = useLocalePath();
  if (isEmbedded()) return null;
  const open = () => {
    clearSetup();
    navigate(localePath('/room/host'));
  };
  return (
    <Button variant={variant} onClick={open}>
      {label}
    </Button>
  );
}

type LeaveProps = { to: string; label: string; variant?: 'primary' | 'secondary' };

function Leave({ to, label, variant = 'secondary' }: LeaveProps) {
  const navigate = useNavigate();
  const localePath = useLocalePath();
  const leave = async () => {
    await resetCall();
    navigate(localePath(to));
  };
  // Another site's page embeds only this room, no other pages.
  if (isEmbedded()) return null;
  return (
    <Button variant={variant} onClick={() => void leave()}>
      {label}
    </Button>
  );
}
