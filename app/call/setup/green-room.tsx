import { ChevronDown } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button } from '#app/components/ui/button.tsx';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { CheckOffer } from '../check/check-offer.tsx';
import { type DeviceState, isStreamed, shownVideo } from '../devices/device-store.ts';
import { DeviceFields } from '../devices/fields.tsx';
import { LevelMeter } from '../devices/level-meter.tsx';
import { DeviceNews } from '../devices/news.tsx';
import { Preview } from '../devices/preview.tsx';
import { DeviceProblem } from '../devices/problem.tsx';
import { DeviceSwitches } from '../devices/switches.tsx';
import { NameField } from '../names/name-field.tsx';

type GreenRoomProps = {
  devices: DeviceState;
  /** This person will host the room. */
  hosts?: boolean;
  /** The room's creator has given this person's name. */
  isNamed?: boolean;
  /** Directly above the buttons. */
  note?: ReactNode;
  /** The buttons. */
  children: ReactNode;
};

/** Everything before a call: how one is seen and heard, one's name, and the settings for those who want them. */
export function GreenRoom({ devices, hosts = false, isNamed = false, note, children }: GreenRoomProps) {
  const asking = devices.status === 'asking';
  const { off, opening, audio } = devices;
  const awaits = isStreamed(devices) && !off.video ? 'program' : asking ? 'permission' : null;
  const shown = off.video || opening.video ? null : shownVideo(devices);
  return (
    <div className="flex flex-col gap-4 [&_:is(select,button)]:scroll-mb-28">
      <div className="grid gap-4 sm:[@media(max-height:30rem)]:grid-cols-2">
        <div className="grid content-start gap-3">
          <Preview track={shown} awaits={awaits}>
            <DeviceSwitches devices={devices} />
          </Preview>
          {audio && !off.audio && <LevelMeter track={audio} />}
        </div>
        <div className="grid content-start gap-4">
          {(!asking || devices.undetected) && <DeviceProblem devices={devices} />}
          <DeviceNews />
          {!isNamed && <NameField />}
          {devices.problem !== 'unsupported' && <MoreSettings devices={devices} hosts={hosts} />}
        </div>
      </div>
      {/* Visible even in a window too low for everything, down to the edge of the dialog. */}
      <div className="sticky bottom-0 z-10 mt-auto grid gap-2 bg-ground pt-2 pb-[max(1.5rem,env(safe-area-inset-bottom))] in-[[role=dialog]]:-bottom-6 in-[[role=dialog]]:-mb-6 in-[[role=dialog]]:bg-raised sm:in-[[role=dialog]]:-bottom-7 sm:in-[[role=dialog]]:-mb-7 sm:in-[[role=dialog]]:pb-7">
        {note}
        <div className="flex flex-wrap justify-end gap-3">{children}</div>
      </div>
    </div>
  );
}

function MoreSettings({ devices, hosts }: { devices: DeviceState; hosts: boolean }) {
  const { t } = useTranslation('call');
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="grid gap-4">
      <Button
        variant="quiet"
        aria-expanded={isOpen}
        className="-ml-3 justify-self-start"
        onClick={() => setOpen(!isOpen)}
      >
        {t('green.more')}
        <ChevronDown
          aria-hidden
          size={18}
          className={`transition-transform duration-150 ${isOpen ? 'rotate-180' : ''}`}
        />
      </Button>
      {isOpen && (
        <CheckOffer devices={devices}>
          <DeviceFields devices={devices} hosts={hosts} />
        </CheckOffer>
      )}
    </div>
  );
}
