import { Mic, MicOff, Video, VideoOff } from 'lucide-react';
import { IconButton } from '#app/components/ui/icon-button.tsx';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { type DeviceState, turnOff } from './device-store.ts';

/** Buttons for microphone and camera before a call, as in its bar. */
export function DeviceSwitches({ devices: { off, audio, video } }: { devices: DeviceState }) {
  const { t } = useTranslation('call');
  return (
    <>
      <IconButton
        label={t('controls.mute')}
        pressed={off.audio}
        disabled={!audio}
        onClick={() => turnOff('audio', !off.audio)}
      >
        {off.audio ? <MicOff /> : <Mic />}
      </IconButton>
      <IconButton
        label={t('controls.cameraOff')}
        pressed={off.video}
        disabled={!video}
        onClick={() => turnOff('video', !off.video)}
      >
        {off.video ? <VideoOff /> : <Video />}
      </IconButton>
    </>
  );
}
