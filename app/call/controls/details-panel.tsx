import { useEffect, useState } from 'react';
import { formatSeconds } from '#app/i18n/seconds.ts';
import { useTranslation } from '#app/i18n/use-translation.ts';
import type { Camera } from '#protocol/camera.ts';
import type { Channel } from '#protocol/channel.ts';
import { formatRoomCode } from '#protocol/room-code.ts';
import { useOtherName } from '../people/other-name.ts';
import { PersonCard } from '../people/person-card.tsx';
import { usePerson } from '../people/use-person.ts';
import { type CallState, otherSeat } from '../state/call-state.ts';

/** The people, the room's code, the call's duration, and what each side sends. */
export function DetailsPanel({ call }: { call: CallState }) {
  const { t } = useTranslation('call');
  const nameOf = (camera: Camera | null | undefined) => {
    if (!camera || camera.cameraType === 'NO_CAM') return t('devices.noCamera');
    return `${t(`projection.${camera.projection}`)}, ${t(`quality.${camera.quality}`)}`;
  };
  const place = call.channel?.place;
  const seat = call.seat === 'host' ? 'guest' : 'host';
  const person = usePerson(call.token, seat, call.channel?.status ?? '');
  const given = call.keyed?.[`${seat}Name`];
  const name = useOtherName(call);
  const rows: [string, string][] = [
    [t('details.code'), formatRoomCode(call.token)],
    [t('details.camera'), nameOf(otherSeat(call)?.camera)],
    [t('details.you'), nameOf(call.channel?.seats[call.seat]?.camera)],
  ];
  return (
    <>
      {person && !given ? (
        <PersonCard person={person} />
      ) : (
        <p className="font-semibold wrap-anywhere">{name ?? t(`people.${seat}`)}</p>
      )}
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-sm">
        {rows.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-muted">{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        {place && (
          <>
            <dt className="text-muted">{t('details.place')}</dt>
            <dd>
              <a
                href={mapOf(place)}
                target="_blank"
                rel="noreferrer"
                className="underline underline-offset-2"
              >
                {place.latitude.toFixed(4)}, {place.longitude.toFixed(4)}
              </a>
            </dd>
          </>
        )}
        <dt className="text-muted">{t('details.duration')}</dt>
        <dd className="tabular-nums">
          <Duration call={call} />
        </dd>
      </dl>
    </>
  );
}

function mapOf({ latitude, longitude }: NonNullable<Channel['place']>): string {
  return `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=14/${latitude}/${longitude}`;
}

function Duration({ call: { channel, channelAt } }: { call: CallState }) {
  const [now, setNow] = useState(() => performance.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(performance.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  const lastedMs = channel?.lastedMs ?? null;
  // The first reading may be older than the channel.
  return lastedMs === null
    ? '–'
    : formatSeconds(Math.floor((lastedMs + Math.max(0, now - channelAt)) / 1000));
}
