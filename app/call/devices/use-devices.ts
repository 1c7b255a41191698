import { useEffect } from 'react';
import { useStore } from 'zustand';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { type DeviceState, deviceStore, prepareDevices } from './device-store.ts';
import type { CameraOption, MicrophoneOption } from './devices.ts';

/** Requests the devices when a screen opens. They are closed with the call, not with the screen. */
export function useDevices(): DeviceState {
  useEffect(() => void prepareDevices(), []);
  return useStore(deviceStore);
}

/** A device's name: numbered, followed by the system's name. */
export function useDeviceName(): (option: CameraOption | MicrophoneOption) => string {
  const { t } = useTranslation('call');
  return ({ nameCode, index, label }) => {
    if (nameCode === 'noCamera' || nameCode === 'noMicrophone') return t(`devices.${nameCode}`);
    return label ? t(`devices.${nameCode}Named`, { index, label }) : t(`devices.${nameCode}Name`, { index });
  };
}
