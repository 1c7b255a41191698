import { lazy, Suspense, useState } from 'react';
import { Button } from '#app/components/ui/button.tsx';
import { Dialog } from '#app/components/ui/dialog.tsx';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { isSpherePicture } from '#app/sphere/picture.ts';
import type { DeviceState } from './device-store.ts';

const SphereEditor = lazy(() => import('./sphere-editor.tsx'));

/** Button of a dialog with the front and horizon of the user's own 360° picture. */
export function SphereSettings({ devices }: { devices: DeviceState }) {
  const { t } = useTranslation('call');
  const [isOpen, setOpen] = useState(false);
  const { video, projection, stereo, heading, pitch, roll, lenses } = devices;
  const picture = { projection, stereo, heading, pitch, roll, lenses };
  if (!video || !isSpherePicture(picture)) return null;
  return (
    <>
      <Button variant="secondary" onClick={() => setOpen(true)}>
        {t('sphere.open')}
      </Button>
      <Dialog open={isOpen} onOpenChange={setOpen} title={t('sphere.title')} closeLabel={t('sphere.close')}>
        <Suspense>
          <SphereEditor track={video} picture={picture} />
        </Suspense>
      </Dialog>
    </>
  );
}
