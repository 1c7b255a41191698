import { useEffect } from 'react';
import { useStore } from 'zustand';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { type DeviceState, deviceStore } from './device-store.ts';
import type { CameraOption, MicrophoneOption, SpeakerOption } from './devices.ts';
import { deviceNames } from './names.ts';
import { prepareDevices } from './open-devices.ts';

/** Requests the devices when a screen opens. They are closed with the call, not with the screen. */
export function useDevices(): DeviceState {
  useEffect(() => void prepareDevices(), []);
  return useStore(deviceStore);
}

/** The names of these options, in their order. */
export function useDeviceNames(
  options: readonly (CameraOption | MicrophoneOption | SpeakerOption)[],
): string[] {
  const { t } = useTranslation('call');
  return deviceNames(options, {
    none: ({ nameCode }) => t(nameCode === 'noCamera' ? 'devices.noCamera' : 'devices.noMicrophone'),
    numbered: ({ nameCode, index }) => {
      if (nameCode === 'speaker') return t('devices.speakerName', { index });
      return t(nameCode === 'camera' ? 'devices.cameraName' : 'devices.microphoneName', { index });
    },
    facing: (facing) => t(`devices.${facing}`),
  });
}
