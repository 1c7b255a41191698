import 'react-easy-crop/react-easy-crop.css';
import { useState } from 'react';
import Cropper, { type Area, type Point } from 'react-easy-crop';
import { Button } from '#app/components/ui/button.tsx';
import { useTranslation } from '#app/i18n/use-translation.ts';

/** Side of the uploaded square in pixels: the server scales it down; the largest size is 350. */
const SIDE = 700;
const MAX_ZOOM = 4;

type AvatarCropperProps = {
  /** Object URL of the selected file. */
  url: string;
  saving: boolean;
  onSave(picture: Blob): void;
  onCancel(): void;
  onUnreadable(): void;
};

/** Crops a picture to a square by drag, pinch, wheel or arrow keys. */
export default function AvatarCropper({ url, saving, onSave, onCancel, onUnreadable }: AvatarCropperProps) {
  const { t } = useTranslation('personal');
  const [crop, setCrop] = useState<Point>({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  const [area, setArea] = useState<Area | null>(null);
  const cut = async () => {
    const picture = area && (await cutOut(url, area).catch(() => null));
    if (picture) onSave(picture);
    else onUnreadable();
  };
  return (
    <div className="grid gap-4">
      <div className="relative h-72 overflow-hidden rounded-lg bg-ink">
        <Cropper
          image={url}
          crop={crop}
          zoom={zoom}
          maxZoom={MAX_ZOOM}
          aspect={1}
          cropShape="round"
          showGrid={false}
          keyboardStep={8}
          onCropChange={setCrop}
          onZoomChange={setZoom}
          onCropComplete={(_, pixels) => setArea(pixels)}
          mediaProps={{ alt: '', onError: onUnreadable }}
          cropperProps={{ 'aria-label': `${t('avatar.crop')}. ${t('avatar.cropHint')}`, role: 'application' }}
          disableAutomaticStylesInjection
        />
      </div>
      <label className="grid gap-1.5">
        <span className="font-semibold">{t('avatar.zoom')}</span>
        <input
          type="range"
          min={1}
          max={MAX_ZOOM}
          step={0.05}
          value={zoom}
          onChange={({ target }) => setZoom(Number(target.value))}
          className="w-full accent-(--accent-text)"
        />
      </label>
      <div className="flex flex-wrap gap-3">
        <Button busy={saving} disabled={!area} onClick={() => void cut()}>
          {t(saving ? 'avatar.saving' : 'avatar.save')}
        </Button>
        <Button variant="quiet" onClick={onCancel}>
          {t('avatar.cancel')}
        </Button>
      </div>
    </div>
  );
}

/** @param area in pixels of the picture as displayed, upright */
async function cutOut(url: string, { x, y, width, height }: Area): Promise<Blob | null> {
  const image = new Image();
  image.src = url;
  await image.decode();
  const canvas = document.createElement('canvas');
  const side = Math.min(SIDE, Math.round(width));
  canvas.width = side;
  canvas.height = side;
  canvas.getContext('2d')?.drawImage(image, x, y, width, height, 0, 0, side, side);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
}
