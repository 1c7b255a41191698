import type { SeatName } from '#protocol/channel.ts';
import { type DeviceState, isStraight } from '../devices/device-store.ts';

type Arrival = {
  seat: SeatName;
  /** The URL says that the setup is already done. */
  skip: boolean;
  /** The seat is this browser's, in a running call. */
  running: boolean;
};

/**
 * Whether to enter without asking. Nobody goes live by opening a link: without `skip` the green room asks. With it a host
 * has done the setup on the home page. A guest's setup was only the code: they enter if there is nothing to choose, even
 * before the devices are open, as they can already watch. Someone returning to a running call has chosen before.
 */
export function goesIn({ seat, skip, running }: Arrival, devices: DeviceState): boolean {
  if (skip && seat === 'guest' && !running) return isStraight(devices);
  return devices.status === 'ready' && !devices.problem && (running || skip);
}
