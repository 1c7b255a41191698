import { Horizon } from '#app/components/page/horizon.tsx';
import type { Cover } from './blog.server.ts';

/** A post's cover picture at 2:1; a drawn horizon if it has none. */
export function CoverPicture({
  cover,
  sizes,
  first,
}: {
  cover: Cover | null;
  sizes: string;
  first?: boolean;
}) {
  if (!cover) {
    return (
      <div className="grid aspect-2/1 place-items-center rounded-lg bg-sunken">
        <Horizon className="w-1/2 text-line-strong" />
      </div>
    );
  }
  const { url, widths, width, height, alt } = cover;
  return (
    <img
      src={url}
      srcSet={[...widths.map((w) => `${url}?width=${w} ${w}w`), `${url} ${width}w`].join(', ')}
      sizes={sizes}
      width={width}
      height={height}
      alt={alt}
      loading={first ? undefined : 'lazy'}
      // Lower case, because React 18 does not support fetchPriority.
      {...(first && { fetchpriority: 'high' })}
      className="aspect-2/1 w-full rounded-lg bg-sunken object-cover"
    />
  );
}
