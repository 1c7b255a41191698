import { AVATAR_SIZES, type AvatarSize } from '../sizes.ts';

type AvatarProps = {
  userId: string;
  /** Part of the URL, so that it can be cached for ever; null for the default avatar. */
  avatarKey: string | null;
  /** Width and height in CSS pixels. */
  side: number;
  className?: string;
};

/** A user's avatar, next to their name and therefore decorative. */
export function Avatar({ userId, avatarKey, side, className = '' }: AvatarProps) {
  const address = (size: AvatarSize) =>
    `/api/avatar/${userId}?size=${size}${avatarKey ? `&v=${avatarKey}` : ''}`;
  return (
    <img
      src={address(sizeFor(side))}
      srcSet={`${address(sizeFor(side))}, ${address(sizeFor(side * 2))} 2x`}
      alt=""
      width={side}
      height={side}
      loading="lazy"
      decoding="async"
      className={`shrink-0 rounded-full bg-sunken ${className}`}
    />
  );
}

const SIZES = ['xsm', 'sm', 'md', 'lg', 'xlg'] as const satisfies readonly AvatarSize[];

function sizeFor(side: number): AvatarSize {
  return SIZES.find((size) => AVATAR_SIZES[size] >= side) ?? 'xlg';
}
