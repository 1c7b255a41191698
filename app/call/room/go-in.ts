import type { SeatName } from '#protocol/channel.ts';
import { type DeviceState, isStraight } from '../devices/device-store.ts';

type Arrival = {
  seat: SeatName;
  /** The URL says that the flow already did its setup. */
  skip: boolean;
  /** The seat is this browser's, in a call that is under way. */
  running: boolean;
};

/**
 * Whether to go in without asking. With `skip` a host does, whose setup was on the home page. A guest's was only the code:
 * they do if there is nothing to choose, also before the devices are open, as there is something to see without them.
 * Whoever comes back to a running call chose before.
 */
export function goesIn({ seat, skip, running }: Arrival, devices: DeviceState): boolean {
  if (seat === 'guest' && !running) return isStraight(devices);
  return devices.status === 'ready' && !devices.problem && (running || skip);
}
