import type { LucideIcon } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';

export type Iconic = { id: string; icon: LucideIcon; pressed?: boolean };

/** In pixels, along an edge. */
const SIZE = 96;
const LIGHT = '#ffffff';
const DARK = '#0b1016';

/** By `iconKey`. */
export type IconImages = Readonly<Record<string, HTMLImageElement>>;

export function iconKey({ id, pressed = false }: Pick<Iconic, 'id' | 'pressed'>): string {
  return `${id} ${pressed}`;
}

/**
 * The page's icons as images for a canvas: dark if pressed. The page draws them invisibly, and has to render `icons`.
 */
export function useIconImages(buttons: readonly Iconic[]): { icons: ReactNode; images: IconImages } {
  const [images, setImages] = useState<IconImages>({});
  const icons = (
    <span hidden>
      {buttons.map((button) => (
        <IconImage
          key={iconKey(button)}
          {...button}
          onImage={(image) => setImages((others) => ({ ...others, [iconKey(button)]: image }))}
        />
      ))}
    </span>
  );
  return { icons, images };
}

function IconImage({ icon: Icon, pressed, onImage }: Iconic & { onImage(image: HTMLImageElement): void }) {
  const svg = useRef<SVGSVGElement>(null);
  const report = useRef(onImage);
  report.current = onImage;
  useEffect(() => {
    if (!svg.current) return;
    const image = new Image(SIZE, SIZE);
    image.onload = () => report.current(image);
    const text = new XMLSerializer().serializeToString(svg.current);
    image.src = `data:image/svg+xml,${encodeURIComponent(text)}`;
  }, []);
  return <Icon ref={svg} size={SIZE} color={pressed ? DARK : LIGHT} />;
}
