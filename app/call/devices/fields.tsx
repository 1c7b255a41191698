import { Select } from '#app/components/ui/select.tsx';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { PROJECTIONS, projectionSchema, QUALITIES, qualitySchema } from '#protocol/camera.ts';
import {
  chooseCamera,
  chooseMicrophone,
  chooseProjection,
  chooseQuality,
  type DeviceState,
} from './device-store.ts';
import { useDeviceName } from './use-devices.ts';

/** Camera, microphone, video format and quality; before and during a call. */
export function DeviceFields({ devices }: { devices: DeviceState }) {
  const { t } = useTranslation('call');
  const nameOf = useDeviceName();
  const { cameras, microphones, cameraId, microphoneId, projection, quality, video, status } = devices;
  const asking = status === 'asking';
  return (
    <div className="@container">
      <div className="grid gap-4 @md:grid-cols-2">
        <Select
          label={t('devices.camera')}
          value={cameraId}
          disabled={asking}
          onChange={(event) => void chooseCamera(event.target.value)}
        >
          {cameras.map((camera) => (
            <option key={camera.id} value={camera.id}>
              {nameOf(camera)}
            </option>
          ))}
        </Select>
        <Select
          label={t('devices.microphone')}
          value={microphoneId}
          disabled={asking}
          onChange={(event) => void chooseMicrophone(event.target.value)}
        >
          {microphones.map((microphone) => (
            <option key={microphone.id} value={microphone.id}>
              {nameOf(microphone)}
            </option>
          ))}
        </Select>
        <Select
          label={t('devices.picture')}
          value={projection}
          disabled={!video}
          onChange={(event) => chooseProjection(projectionSchema.parse(event.target.value))}
        >
          {PROJECTIONS.map((name) => (
            <option key={name} value={name}>
              {t(`projection.${name}`)}
            </option>
          ))}
        </Select>
        <Select
          label={t('devices.quality')}
          value={quality}
          disabled={!video}
          onChange={(event) => chooseQuality(qualitySchema.parse(event.target.value))}
        >
          {QUALITIES.map((name) => (
            <option key={name} value={name}>
              {t(`quality.${name}`)}
            </option>
          ))}
        </Select>
      </div>
    </div>
  );
}
