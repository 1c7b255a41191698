/** Side of an avatar in pixels. */
export const AVATAR_SIZES = { xsm: 36, sm: 50, md: 150, lg: 250, xlg: 350 } as const;
export type AvatarSize = keyof typeof AVATAR_SIZES;

/** Widths in pixels in which a picture is available besides its own, for `srcset`. */
export const PICTURE_WIDTHS = [320, 640, 1280, 1920, 3840] as const;

/** Maximum bytes of an uploaded avatar or picture. */
export const AVATAR_BYTES = 10 * 1024 * 1024;
export const PICTURE_BYTES = 30 * 1024 * 1024;
