import { useEffect, useRef, useState } from 'react';
import { Button } from '#app/components/ui/button.tsx';
import { Select } from '#app/components/ui/select.tsx';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { createLookStore } from '#app/sphere/look/look-store.ts';
import { PanoramaView } from '#app/sphere/panorama-view.tsx';
import { type SpherePicture, toPicture } from '#app/sphere/picture.ts';
import { attitudeOf, rotation } from '#app/sphere/rotation.ts';
import { cameraSchema, STEREO_LAYOUTS } from '#protocol/camera.ts';
import { type CameraSettings, UNCHANGED } from './camera-settings.ts';
import { DegreesField } from './degrees-field.tsx';
import { adjustPicture } from './device-store.ts';
import { LensEditor } from './lenses/lens-editor.tsx';

/** A change is sent to the other side after this time without further ones: a slider makes many. */
const SETTLED_MS = 250;
/** Height of the preview. */
const HEIGHT = 480;

type SphereEditorProps = {
  track: MediaStreamTrack;
  picture: SpherePicture;
  onDone(): void;
  /** Restores the settings from before. */
  onCancel(): void;
};

/** The user's own sphere, live, with the settings of its front, horizon, lenses and stereo format. */
export default function SphereEditor({ track, picture, onDone, onCancel }: SphereEditorProps) {
  const { t } = useTranslation('call');
  const { projection } = picture;
  const { settings, change, settle } = useSettled(picture);
  const [look] = useState(createLookStore);
  const [video, setVideo] = useState<HTMLVideoElement | null>(null);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    if (!video) return;
    video.srcObject = new MediaStream([track]);
    video.play().catch(() => {});
  }, [video, track]);

  const lookAhead = () => {
    const { yaw } = look.getState();
    const lead = toPicture(settings);
    const turn = rotation({ yaw, pitch: 0, roll: 0 });
    const { yaw: heading, pitch, roll } = attitudeOf((x, y, z) => lead(...turn(x, y, z)));
    change({ heading, pitch, roll });
    look.getState().reset();
  };
  const hasLenses = projection === 'dual-fisheye';
  return (
    // The preview stays visible beside the lens settings, and focused elements are scrolled out from under it. In a low
    // window it would cover them.
    <div
      className={`grid gap-4 [&_*]:scroll-mb-24 ${hasLenses ? '[@media(min-height:30rem)]:[&_*]:scroll-mt-52' : ''}`}
    >
      <p className="text-sm text-muted">{t('sphere.hint')}</p>
      <div
        className={`overflow-hidden rounded-lg bg-ink ${hasLenses ? 'relative z-10 aspect-3/1 [@media(min-height:30rem)]:sticky [@media(min-height:30rem)]:-top-3' : 'relative aspect-2/1'}`}
      >
        <video ref={setVideo} muted playsInline aria-hidden className="invisible absolute size-full" />
        <div className="absolute inset-0">
          <PanoramaView
            source={video}
            track={track}
            picture={{ projection, ...settings }}
            expectedHeight={HEIGHT}
            mode="spherical"
            look={look}
            label={t('sphere.preview')}
            onError={() => setFailed(true)}
          />
        </div>
        <div className="pointer-events-none absolute inset-x-0 top-1/2 border-t border-dashed border-accent" />
        <div className="pointer-events-none absolute inset-y-0 left-1/2 border-l border-dashed border-accent" />
        {failed && (
          <p role="status" className="absolute inset-0 grid place-content-center p-4 text-sm text-white">
            {t('room.paintFailed')}
          </p>
        )}
      </div>
      {hasLenses && (
        <LensEditor track={track} lenses={settings.lenses} onChange={(lenses) => change({ lenses })} />
      )}
      <Button variant="secondary" onClick={lookAhead}>
        {t('sphere.front')}
      </Button>
      {(['pitch', 'roll'] as const).map((name) => (
        <DegreesField
          key={name}
          label={t(`sphere.${name}`)}
          value={settings[name]}
          min={-90}
          max={90}
          onChange={(value) => change({ [name]: value })}
        />
      ))}
      {!hasLenses && (
        <Select
          label={t('sphere.stereo')}
          value={settings.stereo}
          onChange={(event) => change({ stereo: cameraSchema.shape.stereo.parse(event.target.value) })}
        >
          {STEREO_LAYOUTS.map((layout) => (
            <option key={layout} value={layout}>
              {t(`sphere.layout.${layout}`)}
            </option>
          ))}
        </Select>
      )}
      {/* Visible however much there is to set, down to the edge of the dialog. */}
      <div className="sticky -bottom-6 z-10 -mb-6 flex flex-wrap justify-end gap-3 bg-raised pt-1 pb-6 sm:-bottom-7 sm:-mb-7 sm:pb-7">
        <Button variant="quiet" className="mr-auto" onClick={() => change(UNCHANGED)}>
          {t('sphere.reset')}
        </Button>
        <Button variant="secondary" onClick={onCancel}>
          {t('sphere.cancel')}
        </Button>
        <Button
          onClick={() => {
            settle();
            onDone();
          }}
        >
          {t('sphere.done')}
        </Button>
      </div>
    </div>
  );
}

/** The settings as shown here; passed to the call once they settle, or at once by `settle`. */
function useSettled({ stereo, heading, pitch, roll, lenses }: SpherePicture) {
  const [settings, setSettings] = useState<CameraSettings>({ stereo, heading, pitch, roll, lenses });
  const isChanged = useRef(false);
  useEffect(() => {
    if (!isChanged.current) return;
    const timer = setTimeout(() => adjustPicture(settings), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [settings]);
  const change = (changed: Partial<CameraSettings>) => {
    isChanged.current = true;
    setSettings((before) => ({ ...before, ...changed }));
  };
  const settle = () => {
    if (isChanged.current) adjustPicture(settings);
  };
  return { settings, change, settle };
}
