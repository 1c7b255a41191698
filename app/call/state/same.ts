import type { Camera } from '#protocol/camera.ts';
import type { VideoWish } from '#protocol/channel.ts';
import type { ControlMode } from '#protocol/control-modes.ts';
import type { LensCircle, Lenses } from '#protocol/lenses.ts';

export function isSameWish(one: VideoWish, other: VideoWish): boolean {
  return one.size === other.size && one.saveData === other.saveData && one.detail === other.detail;
}

export function isSameOffer(one: readonly ControlMode[], other: readonly ControlMode[]): boolean {
  return one.length === other.length && one.every((mode) => other.includes(mode));
}

export function isSameCamera(one: Camera, other: Camera): boolean {
  return (
    one.cameraType === other.cameraType &&
    one.projection === other.projection &&
    one.stereo === other.stereo &&
    one.heading === other.heading &&
    one.pitch === other.pitch &&
    one.roll === other.roll &&
    isSameLenses(one.lenses, other.lenses) &&
    one.quality === other.quality &&
    one.streamed === other.streamed
  );
}

function isSameLenses(one: Lenses, other: Lenses): boolean {
  return (
    isSameCircle(one.back, other.back) &&
    isSameCircle(one.front, other.front) &&
    one.fov === other.fov &&
    one.blend === other.blend
  );
}

function isSameCircle(one: LensCircle, other: LensCircle): boolean {
  return one.x === other.x && one.y === other.y && one.rx === other.rx && one.ry === other.ry;
}
