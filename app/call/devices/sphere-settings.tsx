import { lazy, Suspense, useState } from 'react';
import { Button } from '#app/components/ui/button.tsx';
import { Dialog } from '#app/components/ui/dialog.tsx';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { isSpherePicture } from '#app/sphere/picture.ts';
import type { CameraSettings } from './camera-settings.ts';
import { adjustPicture, type DeviceState } from './device-store.ts';

const SphereEditor = lazy(() => import('./sphere-editor.tsx'));

type SphereSettingsProps = { devices: DeviceState };

/** Button of a dialog with the front and horizon of the user's own 360° picture. */
export function SphereSettings({ devices }: SphereSettingsProps) {
  const { video, projection } = devices;
  // The dialog of another camera or format would restore the settings of this one.
  return video && <OpenedCamera key={`${video.id} ${projection}`} devices={devices} track={video} />;
}

function OpenedCamera({ devices, track }: SphereSettingsProps & { track: MediaStreamTrack }) {
  const { t } = useTranslation('call');
  /** The settings when the dialog was opened; null while it is closed. */
  const [before, setBefore] = useState<CameraSettings | null>(null);
  const { projection, stereo, heading, pitch, roll, lenses } = devices;
  const settings = { stereo, heading, pitch, roll, lenses };
  const picture = { projection, ...settings };
  if (!isSpherePicture(picture)) return null;
  const close = () => setBefore(null);
  const cancel = () => {
    if (before) adjustPicture(before);
    close();
  };
  return (
    <>
      <Button variant="secondary" onClick={() => setBefore(settings)}>
        {t('sphere.open')}
      </Button>
      <Dialog
        open={before !== null}
        onOpenChange={cancel}
        title={t('sphere.title')}
        closeLabel={t('sphere.discard')}
      >
        <Suspense>
          <SphereEditor track={track} picture={picture} onDone={close} onCancel={cancel} />
        </Suspense>
      </Dialog>
    </>
  );
}
