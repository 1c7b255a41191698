import type { ReactNode } from 'react';
import { CheckOffer } from '../check/check-offer.tsx';
import { type DeviceState, shownVideo } from '../devices/device-store.ts';
import { DeviceFields } from '../devices/fields.tsx';
import { DeviceNews } from '../devices/news.tsx';
import { Preview } from '../devices/preview.tsx';
import { DeviceProblem } from '../devices/problem.tsx';

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
    <div className="flex flex-col gap-4 [&_:is(select,button)]:scroll-mb-20">
      <Preview track={devices.opening.video ? null : shownVideo(devices)} asking={asking} />
      {!asking && <DeviceProblem devices={devices} />}
      <DeviceNews />
      {devices.problem !== 'unsupported' && (
        <CheckOffer devices={devices}>
          <DeviceFields devices={devices} />
        </CheckOffer>
      )}
      {note}
      {/* Visible even in a window too low for everything, down to the edge of the dialog. */}
      <div className="sticky -bottom-6 mt-auto -mb-6 flex flex-wrap justify-end gap-3 bg-ground pt-1 pb-6 sm:-bottom-7 sm:-mb-7 sm:pb-7 in-[[role=dialog]]:bg-raised">
        {children}
      </div>
    </div>
  );
}
