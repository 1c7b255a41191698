import { AVATAR_SIZES, type AvatarSize } from '../sizes.ts';

type AvatarProps = {
  userId: string;
  /** Makes the address good for ever; null: they have none, and get ours. */
  avatarKey: string | null;
  /** CSS pixels of its sides. */
  side: number;
  className?: string;
};

/** Somebody's picture, beside their name: it says nothing that the name does not. */
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
