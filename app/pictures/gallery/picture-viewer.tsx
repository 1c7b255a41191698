import { ChevronLeft, ChevronRight, Maximize, Minimize, X } from 'lucide-react';
import { Dialog as Primitive } from 'radix-ui';
import { lazy, Suspense, useRef } from 'react';
import { useBackCloses } from '#app/components/page/use-back-closes.ts';
import { useFullscreen } from '#app/components/page/use-fullscreen.ts';
import { IconButton } from '#app/components/ui/icon-button.tsx';
import { Spinner } from '#app/components/ui/spinner.tsx';
import { useTranslation } from '#app/i18n/use-translation.ts';
import type { GalleryImage } from './image.ts';

const SphereView = lazy(() => import('./sphere-view.tsx'));

type PictureViewerProps = {
  images: GalleryImage[];
  /** Index of the shown picture; null if closed. */
  open: number | null;
  onChange(open: number | null): void;
};

/** Shows one picture over the whole window; 360° ones can be looked around in. */
export default function PictureViewer({ images, open, onChange }: PictureViewerProps) {
  const { t } = useTranslation('people');
  const content = useRef<HTMLDivElement>(null);
  const image = open === null ? undefined : images[open];
  useBackCloses(image !== undefined, () => onChange(null));
  if (open === null || !image) return null;
  const label = image.alt || t('gallery.picture', { number: open + 1 });
  const step = (by: number) => onChange((open + by + images.length) % images.length);
  return (
    <Primitive.Root open onOpenChange={() => onChange(null)}>
      <Primitive.Portal>
        <Primitive.Overlay className="fixed inset-0 z-40 bg-ink" />
        <Primitive.Content
          ref={content}
          aria-describedby={undefined}
          className="fixed inset-0 z-50 animate-appear bg-ink text-white outline-none"
          onKeyDown={({ key }) => {
            // In 360° pictures the arrow keys look around.
            if (image.sphere) return;
            if (key === 'ArrowRight') step(1);
            if (key === 'ArrowLeft') step(-1);
          }}
        >
          <Primitive.Title className="sr-only">{label}</Primitive.Title>
          {image.sphere ? (
            <Suspense fallback={<Waiting />}>
              <SphereView
                key={image.id}
                url={image.url}
                sphere={image.sphere}
                label={`${label}. ${t('gallery.lookRound')}`}
              />
            </Suspense>
          ) : (
            <img
              key={image.id}
              src={image.url}
              srcSet={[...image.widths, image.width]
                .map((width) => `${image.url}${width === image.width ? '' : `?width=${width}`} ${width}w`)
                .join(', ')}
              sizes="100vw"
              width={image.width}
              height={image.height}
              alt={label}
              className="absolute inset-0 size-full object-contain"
            />
          )}
          <div className="absolute inset-x-0 top-0 flex justify-end gap-3 p-4">
            <FullscreenButton element={content} />
            <Primitive.Close asChild>
              <IconButton label={t('gallery.close')}>
                <X aria-hidden />
              </IconButton>
            </Primitive.Close>
          </div>
          {images.length > 1 && (
            <div className="pointer-events-none absolute inset-x-0 bottom-0 flex items-center justify-center gap-4 p-4 *:pointer-events-auto">
              <IconButton label={t('gallery.previous')} onClick={() => step(-1)}>
                <ChevronLeft aria-hidden />
              </IconButton>
              <p className="rounded-full bg-ink/75 px-3 py-1 text-sm tabular-nums">
                {t('gallery.where', { number: open + 1, count: images.length })}
              </p>
              <IconButton label={t('gallery.next')} onClick={() => step(1)}>
                <ChevronRight aria-hidden />
              </IconButton>
            </div>
          )}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

function Waiting() {
  const { t } = useTranslation('people');
  return (
    <p role="status" className="absolute inset-0 flex items-center justify-center gap-3">
      <Spinner size={32} />
      {t('gallery.loading')}
    </p>
  );
}

function FullscreenButton({ element }: { element: React.RefObject<HTMLElement> }) {
  const { t } = useTranslation('people');
  const { supported, on, toggle } = useFullscreen(element);
  if (!supported) return null;
  return (
    <IconButton label={t(on ? 'gallery.exitFullscreen' : 'gallery.fullscreen')} onClick={toggle}>
      {on ? <Minimize aria-hidden /> : <Maximize aria-hidden />}
    </IconButton>
  );
}
