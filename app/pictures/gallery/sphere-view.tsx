import { useEffect, useMemo, useState } from 'react';
import { Spinner } from '#app/components/ui/spinner.tsx';
import { useTranslation } from '#app/i18n/use-translation.ts';
import { createLookStore } from '#app/sphere/look/look-store.ts';
import { PanoramaView } from '#app/sphere/panorama-view.tsx';
import { type PhotoSphere, shownSphere } from '#app/sphere/photo-sphere.ts';

type SphereViewProps = { url: string; sphere: PhotoSphere; label: string };

/** Shows a 360° picture to look around in. Imports three, so it is loaded with the first one opened. */
export default function SphereView({ url, sphere, label }: SphereViewProps) {
  const { t } = useTranslation('people');
  const shown = useMemo(() => shownSphere(sphere), [sphere]);
  const look = useMemo(() => {
    const store = createLookStore();
    store.getState().turn(0, shown.pitch);
    return store;
  }, [shown]);
  const [picture, setPicture] = useState<HTMLImageElement | null>(null);
  const [failed, setFailed] = useState(false);

  useEffect(() => {
    let gone = false;
    const image = new Image();
    image.src = url;
    image.decode().then(
      () => gone || setPicture(image),
      () => gone || setFailed(true),
    );
    return () => {
      gone = true;
    };
  }, [url]);

  if (failed) {
    return (
      <p role="alert" className="absolute inset-0 grid place-content-center p-6 text-center">
        {t('gallery.sphereFailed')}
      </p>
    );
  }
  if (!picture) {
    return (
      <p role="status" className="absolute inset-0 flex items-center justify-center gap-3">
        <Spinner size={32} />
        {t('gallery.loading')}
      </p>
    );
  }
  return (
    <div className="absolute inset-0" data-testid="sphere">
      <PanoramaView
        source={picture}
        track={null}
        picture={shown.picture}
        expectedHeight={picture.naturalHeight}
        mode="spherical"
        look={look}
        label={label}
        onError={() => setFailed(true)}
      />
    </div>
  );
}
