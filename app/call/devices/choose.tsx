import type { ReactNode } from 'react';
import type { DeviceState } from './device-store.ts';
import { DeviceFields } from './fields.tsx';
import { DeviceNews } from './news.tsx';
import { Preview } from './preview.tsx';
import { DeviceProblem } from './problem.tsx';

type DeviceSetupProps = {
  devices: DeviceState;
  /** Above the buttons. */
  note?: ReactNode;
  /** The buttons. */
  children: ReactNode;
};

/** Device selection before a call. */
export function DeviceSetup({ devices, note, children }: DeviceSetupProps) {
  const asking = devices.status === 'asking';
  return (
    <div className="grid gap-4">
      <Preview track={devices.opening.video ? null : devices.video} asking={asking} />
      {!asking && <DeviceProblem devices={devices} />}
      <DeviceNews />
      {devices.problem !== 'unsupported' && <DeviceFields devices={devices} />}
      {note}
      <div className="flex flex-wrap justify-end gap-3">{children}</div>
    </div>
  );
}
