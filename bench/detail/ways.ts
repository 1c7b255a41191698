/** How the camera's picture is sent. `scale`: divisor of its width and height; null: to 960 pixels of width. */
export const WAYS = {
  /** As MEDIUM sends a camera of 3840×1920. */
  half: { scale: 2, detail: false },
  /** As HIGH does. */
  all: { scale: 1, detail: false },
  /** The whole small, and beside it the rectangle where the viewer looks. */
  detail: { scale: null, detail: true },
} as const;
export type Way = keyof typeof WAYS;

/** Share of the bits for the whole, beside the rectangle. */
export const WHOLE_SHARE = 0.2;
