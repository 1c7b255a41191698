import { useEffect, useState } from 'react';
import type { SeatName } from '#protocol/channel.ts';
import { ProtocolError } from '#protocol/errors.ts';
import type { Person } from '#protocol/person.ts';
import { readPeople } from '../state/api.ts';

/**
 * The account of a seat's holder; null without one, and until it is known.
 * @param moment read again when it changes
 */
export function usePerson(token: string, seat: SeatName, moment: string): Person | null {
  const [person, setPerson] = useState<Person | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: for each moment
  useEffect(() => {
    let isCurrent = true;
    readPeople(token).then(
      (people) => isCurrent && setPerson(people[seat]),
      (error) => {
        // A call works without names.
        if (!(error instanceof ProtocolError)) throw error;
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [token, seat, moment]);
  return person;
}
