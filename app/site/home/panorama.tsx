import { Pause, Play } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '#app/components/ui/icon-button.tsx';
import { useTranslation } from '#app/i18n/use-translation.ts';

const WIDTH = 3840;
const HEIGHT = 540;
/**
 * Width of the full panorama, from the heights in the stylesheet; smaller on phones, whose screens and networks would
 * otherwise load the largest one.
 */
const SIZES = '(min-width: 64rem) 3600px, (min-width: 40rem) 2850px, 850px';
const WIDTHS = [1920, 2560, 3840];

/**
 * A slowly rotating panorama. `still` shows it without motion, in a smaller size, for people who save data. The
 * stylesheet stops it for reduced motion.
 */
export function Panorama({ still }: { still: boolean }) {
  const { t } = useTranslation('home');
  const [paused, setPaused] = useState(still);
  return (
    <figure className="relative h-75 overflow-hidden bg-sunken sm:h-100 lg:h-[31.5rem]">
      <div
        className={`flex h-full w-max animate-turn motion-reduce:animate-none ${paused ? '[animation-play-state:paused]' : ''}`}
      >
        <Turn alt={t('picture')} small={still} />
        {/* The second copy continues where the first ends. */}
        <Turn alt="" small={still} />
      </div>
      <Edge className="top-0" />
      <Edge className="bottom-0 rotate-180" />
      <IconButton
        label={t(paused ? 'play' : 'pause')}
        onClick={() => setPaused(!paused)}
        className="absolute! right-4 bottom-10 motion-reduce:hidden sm:right-8 sm:bottom-14"
      >
        {paused ? <Play aria-hidden /> : <Pause aria-hidden />}
      </IconButton>
    </figure>
  );
}

function Turn({ alt, small }: { alt: string; small: boolean }) {
  const srcSet = (type: string) =>
    small
      ? `/home/panorama-1920.${type}`
      : WIDTHS.map((width) => `/home/panorama-${width}.${type} ${width}w`).join(', ');
  return (
    <picture className="block h-full">
      <source type="image/avif" srcSet={srcSet('avif')} sizes={SIZES} />
      <img
        src="/home/panorama-1920.webp"
        srcSet={srcSet('webp')}
        sizes={SIZES}
        width={WIDTH}
        height={HEIGHT}
        alt={alt}
        // Lower case, because React 18 does not support fetchPriority.
        {...{ fetchpriority: 'high' }}
        className="h-full w-auto max-w-none"
      />
    </picture>
  );
}

/** Curves the picture's edge, like a panorama's. */
function Edge({ className }: { className: string }) {
  return (
    <svg
      aria-hidden
      viewBox="0 0 100 10"
      preserveAspectRatio="none"
      className={`absolute inset-x-0 h-6 w-full fill-ground sm:h-10 ${className}`}
    >
      <path d="M0-.5h100V0C70 12 30 12 0 0z" />
    </svg>
  );
}
