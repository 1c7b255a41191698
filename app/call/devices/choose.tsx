import type { ReactNode } from 'react';
import type { DeviceState } from './device-store.ts';
import { DeviceFields } from './fields.tsx';
import { Preview } from './preview.tsx';
import { DeviceProblem } from './problem.tsx';

/** Device selection before a call; `children` are the buttons. */
export function DeviceSetup({ devices, children }: { devices: DeviceState; children: ReactNode }) {
  const asking = devices.status === 'asking';
  return (
    <div className="grid gap-4">
      <Preview track={devices.video} asking={asking} />
      {!asking && <DeviceProblem devices={devices} />}
      {devices.problem !== 'unsupported' && <DeviceFields devices={devices} />}
      <div className="flex flex-wrap justify-end gap-3">{children}</div>
    </div>
  );
}
