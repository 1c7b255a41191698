import { useLocation, useNavigate, useSearchParams } from '@remix-run/react';
import { useEffect } from 'react';
import { useStore } from 'zustand';
import { useLocalePath } from '#app/i18n/locale.tsx';
import { useTranslation } from '#app/i18n/use-translation.ts';
import type { SeatName } from '#protocol/channel.ts';
import type { RequestedSeat } from '#protocol/ticket.ts';
import { watchEmbedding } from '../embed/embedding.ts';
import { LeaveGuard } from '../leave/leave-guard.tsx';
import { Scanning } from '../scanning/scanning.tsx';
import { SetupFlow, useSetupTitle } from '../setup/setup-flow.tsx';
import { RoomCode } from '../setup/share-code.tsx';
import { useGuestArrival } from '../setup/use-guest-arrival.ts';
import { openSetup } from '../state/again.ts';
import { awaitsHost, type CallState, isEnded, otherSeat, roomScreen } from '../state/call-state.ts';
import { callStore, leaveCall, resetCall } from '../state/call-store.ts';
import { setCallStarted } from '../state/started.ts';
import { AwaitGuest, AwaitHost } from './await-other.tsx';
import { Join } from './join.tsx';
import { LiveRoom } from './live-room.tsx';
import { Ended, Refused } from './over.tsx';
import { Panel } from './panel.tsx';
import { StatusScreen } from './status-screen.tsx';

const REMEMBER_AFTER_MS = 1_000;

type RoomPageProps = { seat: SeatName; token: string | null; invited: RequestedSeat | null };

/** `/room/host/:token` and `/room/guest/:token`; without a token the setup starts here. */
export default function RoomPage({ seat, token, invited }: RoomPageProps) {
  const call = useStore(callStore, (state) => state.call);
  const [search, setSearch] = useSearchParams();
  const skip = search.get('skip') === 'true';
  const own = call && call.token === token && call.seat === seat ? call : null;
  const joined = own?.entered === true;

  useEffect(watchEmbedding, []);
  useGuestArrival();

  useEffect(() => {
    if (!joined || skip) return;
    // Makes a reload return directly to the call; delayed, so that it does not hold up the first frame.
    const timer = setTimeout(
      () => setSearch({ skip: 'true' }, { replace: true, preventScrollReset: true }),
      REMEMBER_AFTER_MS,
    );
    return () => clearTimeout(timer);
  }, [joined, skip, setSearch]);
  useEffect(() => {
    setCallStarted(own?.channel?.status === 'STARTED');
    return () => setCallStarted(false);
  }, [own?.channel?.status]);

  const screen = () => {
    if (token === null) return <RoomSetup seat={seat} />;
    if (!own || isUnderWay(own)) return <Join token={token} seat={seat} skip={skip} invited={invited} />;
    return <Room call={own} />;
  };
  return (
    <>
      {screen()}
      {/* The code's page and its room are two entries of the history. */}
      <LeaveGuard key={token} settled={token === null || skip} />
      <Scanning />
    </>
  );
}

/** Whether the seat is still to be taken: devices are being chosen, and the seat has not been refused. */
function isUnderWay({ entered, refusal, channel }: CallState): boolean {
  return !entered && !refusal && !isEnded(channel);
}

function Room({ call }: { call: CallState }) {
  const { t } = useTranslation('call');
  const { t: errorText } = useTranslation('errors');
  const screen = roomScreen(call);
  const connectingText = () => {
    if (call.connection === 'reconnecting') return errorText('UNAVAILABLE');
    // This side has rejoined an ended call.
    return t(otherSeat(call)?.connected === false ? 'room.waitingBack' : 'room.connectingText');
  };
  switch (screen.name) {
    case 'connecting':
      // Preparing the canvas takes a while, so it is rendered before the first frame arrives.
      if (otherSeat(call)?.camera) return <LiveRoom call={call} />;
      if (awaitsHost(call)) return <AwaitHost call={call} />;
      return <StatusScreen title={t('room.connecting')} text={connectingText()} />;
    case 'waiting':
      if (call.channel?.reserved) return <AwaitGuest call={call} />;
      return (
        <Panel title={t('code.title')}>
          <RoomCode call={call} onClose={() => void leaveCall()} />
        </Panel>
      );
    case 'live':
      return <LiveRoom call={call} />;
    case 'ended':
      return <Ended call={call} screen={screen} />;
    case 'refused':
      return <Refused call={call} code={screen.code} />;
  }
}

/** The start flow as a page, for a URL without a room. */
function RoomSetup({ seat }: { seat: SeatName }) {
  const title = useSetupTitle();
  const navigate = useNavigate();
  const localePath = useLocalePath();
  const { state } = useLocation();
  useEffect(() => void openSetup(seat, state), [seat, state]);
  return (
    <Panel title={title}>
      <SetupFlow onClose={() => void resetCall().then(() => navigate(localePath('/')))} />
    </Panel>
  );
}
