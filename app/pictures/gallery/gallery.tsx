import { type MouseEvent, useState } from 'react';
import { useLazyPart } from '#app/components/page/lazy-part.ts';
import { useTranslation } from '#app/i18n/use-translation.ts';
import type { GalleryImage } from './image.ts';
import { SphereBadge } from './sphere-badge.tsx';

const loadViewer = () => import('./picture-viewer.tsx');

/** Pictures that open in a viewer; without JavaScript each is a link to the full picture. */
export function Gallery({ images }: { images: GalleryImage[] }) {
  const { t } = useTranslation('people');
  const [open, setOpen] = useState<number | null>(null);
  const { Part: PictureViewer, state, request, trigger } = useLazyPart(loadViewer);
  const show = (event: MouseEvent, index: number) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || state === 'failed') return;
    event.preventDefault();
    setOpen(index);
    if (!PictureViewer) void request();
  };
  return (
    <>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(10rem,1fr))] gap-3">
        {images.map((image, index) => (
          <li key={image.id}>
            <a
              href={image.url}
              onClick={(event) => show(event, index)}
              {...trigger}
              className="relative block overflow-hidden rounded-md bg-sunken"
            >
              <img
                src={narrow(image, 320)}
                srcSet={`${narrow(image, 320)} 320w, ${narrow(image, 640)} 640w`}
                sizes="(min-width: 640px) 16rem, 50vw"
                alt={image.alt || t('gallery.picture', { number: index + 1 })}
                width={320}
                height={240}
                loading="lazy"
                decoding="async"
                className="aspect-4/3 w-full object-cover"
              />
              {image.sphere && <SphereBadge />}
            </a>
          </li>
        ))}
      </ul>
      {PictureViewer && <PictureViewer images={images} open={open} onChange={setOpen} />}
    </>
  );
}

/** The picture's URL for an available width. */
function narrow({ url, widths }: GalleryImage, width: number): string {
  return widths.includes(width) ? `${url}?width=${width}` : url;
}
