import { shortLabel } from '#protocol/cameras.ts';
import { type CameraOption, type MicrophoneOption, NO_DEVICE, type SpeakerOption } from './devices.ts';

type Option = CameraOption | MicrophoneOption | SpeakerOption;
/** Where a phone's camera faces: Android names it `camera2 1, facing front`. */
type Facing = 'front' | 'back';

export type DeviceWords = {
  none(option: Option): string;
  numbered(option: Option): string;
  facing(facing: Facing): string;
};

/** Unique names to show, in the options' order. */
export function deviceNames(options: readonly Option[], words: DeviceWords): string[] {
  const names = options.map((option) => {
    if (option.id === NO_DEVICE) return words.none(option);
    const facing = /^camera.*facing (front|back)$/i.exec(option.label)?.[1]?.toLowerCase();
    if (facing === 'front' || facing === 'back') return words.facing(facing);
    return shortLabel(option.label) || words.numbered(option);
  });
  return names.map((name, at) => {
    if (names.filter((other) => other === name).length === 1) return name;
    return `${name} (${names.slice(0, at + 1).filter((other) => other === name).length})`;
  });
}
