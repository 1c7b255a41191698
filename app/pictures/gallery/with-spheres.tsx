import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useLazyPart } from '#app/components/page/lazy-part.ts';
import type { GalleryImage } from './image.ts';

const loadViewer = () => import('./picture-viewer.tsx');

type WithSpheresProps = {
  spheres: GalleryImage[];
  /** Contains links `a[data-sphere]` to the pictures. */
  children: ReactNode;
};

/** Opens the 360° pictures of a text in the viewer. Needs the namespace `people`. */
export function WithSpheres({ spheres, children }: WithSpheresProps) {
  const element = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState<number | null>(null);
  const { Part: PictureViewer, state, request } = useLazyPart(loadViewer);
  useEffect(() => {
    const text = element.current;
    const show = (event: MouseEvent) => {
      if (event.metaKey || event.ctrlKey || event.shiftKey || state === 'failed') return;
      const link = event.target instanceof Element ? event.target.closest('a[data-sphere]') : null;
      const index = spheres.findIndex(({ url }) => url === link?.getAttribute('href'));
      if (index < 0) return;
      event.preventDefault();
      setOpen(index);
      void request();
    };
    // Not a React handler: the links are in HTML from the server.
    text?.addEventListener('click', show);
    return () => text?.removeEventListener('click', show);
  }, [spheres, state, request]);
  return (
    <div ref={element}>
      {children}
      {PictureViewer && <PictureViewer images={spheres} open={open} onChange={setOpen} />}
    </div>
  );
}
