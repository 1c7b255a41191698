import { Select } from '#app/components/ui/select.tsx';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { PROJECTIONS, projectionSchema } from '#protocol/projection.ts';
import { QUALITY_CHOICES, qualityChoiceSchema } from '#protocol/video-quality.ts';
import { BlurField } from './blur/blur-field.tsx';
import { CameraHelp } from './camera-help.tsx';
import { captureSize, type Size } from './capture.ts';
import { offeredQualities, resolutionsUpTo } from './chosen-quality.ts';
import { chooseProjection, chooseQuality, type DeviceState, isStreamed, targetOf } from './device-store.ts';
import { STREAMED } from './devices.ts';
import { chooseCamera, chooseMicrophone } from './open-devices.ts';
import { SoundField } from './sound-field.tsx';
import { SpeakerField } from './speaker-field.tsx';
import { SphereSettings } from './sphere-settings.tsx';
import { useDeviceNames } from './use-devices.ts';

const sizeText = ({ width, height }: Size) => `${width} × ${height}`;

type DeviceFieldsProps = {
  devices: DeviceState;
  /** This person will host a room: a program beside the page can send the camera. */
  hosts?: boolean;
};

/** Camera, microphone, speaker, video format, quality and sound; before and during a call. */
export function DeviceFields({ devices, hosts = false }: DeviceFieldsProps) {
  const { t } = useTranslation('call');
  const { cameras, microphones, cameraId, microphoneId, projection, video, native, status } = devices;
  const cameraNames = useDeviceNames(cameras);
  const microphoneNames = useDeviceNames(microphones);
  const asking = status === 'asking';
  const listed = cameras.find(({ id }) => id === cameraId)?.resolutions ?? [];
  const resolutions = listed.length > 0 || !native ? listed : resolutionsUpTo(native);
  const qualities = native ? offeredQualities(native, projection) : QUALITY_CHOICES;
  return (
    <div className="@container">
      <div className="grid gap-4 @md:grid-cols-2">
        <Select
          label={t('devices.camera')}
          value={cameraId}
          disabled={asking}
          onChange={(event) => void chooseCamera(event.target.value)}
        >
          {cameras.map((camera, at) => (
            <option key={camera.id} value={camera.id}>
              {cameraNames[at]}
            </option>
          ))}
          {(hosts || isStreamed(devices)) && <option value={STREAMED}>{t('stream.camera')}</option>}
        </Select>
        <Select
          label={t('devices.microphone')}
          value={microphoneId}
          disabled={asking}
          onChange={(event) => void chooseMicrophone(event.target.value)}
        >
          {microphones.map((microphone, at) => (
            <option key={microphone.id} value={microphone.id}>
              {microphoneNames[at]}
            </option>
          ))}
        </Select>
        <SpeakerField devices={devices} />
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
          value={qualities.find((name) => name === devices.quality) ?? 'DEFAULT'}
          disabled={!video || isStreamed(devices)}
          onChange={(event) => chooseQuality(qualityChoiceSchema.parse(event.target.value))}
        >
          {qualities.map((name) => (
            <option key={name} value={name}>
              {t(`quality.${name}`)}
              {native && ` (${sizeText(captureSize(native, targetOf(devices, name)))})`}
            </option>
          ))}
        </Select>
        <BlurField devices={devices} />
        <SoundField devices={devices} />
        <SphereSettings devices={devices} />
      </div>
      {/* Rendered even without text, so that the buttons below do not move. */}
      <p className="mt-3 min-h-5 text-sm text-muted">
        {resolutions.length > 0 && t('devices.resolutions', { sizes: resolutions.map(sizeText).join(', ') })}
      </p>
      <CameraHelp />
    </div>
  );
}
