import { useEffect, useState } from 'react';
import { readRoom } from '../state/api.ts';

const INTERVAL_MS = 3_000;

export type RoomLife = {
  /** The seat can be taken again. Null until the server has answered. */
  lives: boolean | null;
  /** The other person has rejoined the call, and has not left it again. */
  otherIsBack: boolean;
};

/**
 * Whether an ended call can be rejoined; asks at once and then every three seconds.
 * @param expected whether it is assumed to be, before the first answer
 */
export function useRoomLife(token: string, on: boolean, expected: boolean): RoomLife {
  const [life, setLife] = useState<RoomLife>({ lives: expected || null, otherIsBack: false });
  useEffect(() => {
    if (!on) return;
    let gone = false;
    const look = async () => {
      try {
        const { status, mayReturn, otherIsHere } = await readRoom(token);
        const runs = status === 'REQUESTED' || status === 'STARTED';
        if (gone) return;
        setLife({ lives: mayReturn || runs, otherIsBack: runs && otherIsHere !== false });
        // A room that is over stays over.
        if (!mayReturn && !runs) clearInterval(timer);
      } catch {
        // The server cannot be reached: the next poll tries again. Nothing is known of the other person until then.
        if (!gone) setLife(({ lives }) => ({ lives: lives ?? false, otherIsBack: false }));
      }
    };
    const timer = setInterval(() => void look(), INTERVAL_MS);
    void look();
    return () => {
      gone = true;
      clearInterval(timer);
    };
  }, [token, on]);
  return life;
}
