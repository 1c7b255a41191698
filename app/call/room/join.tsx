import { useEffect } from 'react';
import { useStore } from 'zustand';
import { Button } from '#app/components/ui/button.tsx';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { preparePanoramaView } from '#app/sphere/load.ts';
import type { SeatName } from '#protocol/channel.ts';
import type { RequestedSeat } from '#protocol/ticket.ts';
import { hasBoth, isStreamed, turnOff } from '../devices/device-store.ts';
import { Needs } from '../devices/needs.tsx';
import { useDevices } from '../devices/use-devices.ts';
import { LanguageButtons } from '../language/language-choice.tsx';
import { PersonCard } from '../people/person-card.tsx';
import { usePerson } from '../people/use-person.ts';
import { GreenRoom } from '../setup/green-room.tsx';
import { isCall } from '../state/call-state.ts';
import { approachRoom, callStore, enterRoom } from '../state/call-store.ts';
import { goesIn } from './go-in.ts';
import { Panel } from './panel.tsx';
import { StatusScreen } from './status-screen.tsx';

type JoinProps = { token: string; seat: SeatName; skip: boolean; invited: RequestedSeat | null };

/** Screen before the room: the seat is requested while the devices are being opened or chosen. */
export function Join({ token, seat, skip, invited }: JoinProps) {
  const { t } = useTranslation('call');
  const devices = useDevices();
  const call = useStore(callStore, (state) => state.call);
  const own = call?.token === token && call.seat === seat ? call : null;
  const running = isCall(own?.channel ?? null);
  const goIn = goesIn({ seat, skip, running }, devices);
  const troubled = devices.problem !== null || devices.undetected;
  const undecided = skip && !own?.channel && own?.connection !== 'reconnecting' && !troubled;

  useEffect(() => approachRoom(token, seat, { ticket: invited }), [token, seat, invited]);
  useEffect(() => void preparePanoramaView(), []);
  useEffect(() => {
    if (goIn) void enterRoom();
  }, [goIn]);

  if (goIn || undecided) return <StatusScreen title={t('room.connecting')} text={t('room.connectingText')} />;
  // A host needs camera and microphone, as for creating the room.
  const needsBoth = seat === 'host' && !running;
  const isKnown = devices.status === 'asking' || devices.status === 'ready';
  const lacksAll = isKnown && !devices.video && !devices.audio && !isStreamed(devices);
  const joinWithout = () => {
    // If the browser is still asking, a later permission changes nothing.
    if (devices.status === 'asking') for (const kind of ['video', 'audio'] as const) turnOff(kind, true);
    void enterRoom();
  };
  return (
    <Panel title={t('join.title')}>
      {seat === 'guest' && <Inviter token={token} name={own?.keyed?.hostName ?? null} />}
      <GreenRoom
        devices={devices}
        hosts={needsBoth}
        isNamed={(own?.keyed?.[`${seat}Name`] ?? null) !== null}
        note={needsBoth && <Needs devices={devices} id="join-needs" />}
      >
        {lacksAll && !needsBoth && devices.problem !== 'unsupported' ? (
          // A separate button, so that no one notices only in the call that they are neither seen nor heard.
          <Button variant="secondary" size="lg" onClick={joinWithout}>
            {t('join.without')}
          </Button>
        ) : (
          <Button
            size="lg"
            disabled={lacksAll || (needsBoth && !hasBoth(devices))}
            aria-describedby={needsBoth ? 'join-needs' : undefined}
            className="max-sm:w-full"
            onClick={() => void enterRoom()}
          >
            {t('join.join')}
          </Button>
        )}
      </GreenRoom>
      <div className="flex flex-wrap justify-center">
        <LanguageButtons />
      </div>
    </Panel>
  );
}

/** Name or card of the host, if they have an account, or the room was created with their name. */
function Inviter({ token, name }: { token: string; name: string | null }) {
  const { t } = useTranslation('call');
  const host = usePerson(token, 'host', 'join');
  if (name) return <p className="font-semibold wrap-anywhere">{t('people.invites', { name })}</p>;
  return host && <PersonCard person={host} title={t('people.invites', { name: host.name })} />;
}
