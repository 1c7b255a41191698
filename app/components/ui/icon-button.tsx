import { type ButtonHTMLAttributes, forwardRef } from 'react';

const TONES = {
  /** On top of a picture; white while pressed. */
  picture:
    'size-12 bg-ink/75 text-white hover:not-disabled:not-aria-pressed:bg-ink aria-pressed:bg-white aria-pressed:text-ink sm:size-14',
  danger: 'size-12 bg-danger text-white hover:not-disabled:bg-danger-hover sm:size-14',
  /** On a page or panel. */
  quiet: 'size-11 text-text hover:not-disabled:bg-sunken',
} as const;

type IconButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'aria-label' | 'title'> & {
  /** Accessible name, and with the shortcut of `aria-keyshortcuts` the tooltip. */
  label: string;
  tone?: keyof typeof TONES;
  /** For toggle buttons, whose label stays the same. */
  pressed?: boolean;
};

/** A round button with an icon. */
export const IconButton = forwardRef<HTMLButtonElement, IconButtonProps>(function IconButton(
  { label, tone = 'picture', pressed, className = '', ...props },
  ref,
) {
  const key = props['aria-keyshortcuts'];
  return (
    <button
      type="button"
      {...props}
      ref={ref}
      aria-label={label}
      aria-pressed={pressed}
      title={key ? `${label} (${key})` : label}
      className={`relative inline-grid shrink-0 place-items-center rounded-full transition-[color,background-color,opacity] duration-150 ease-out disabled:cursor-not-allowed disabled:opacity-50 [&>svg]:size-5 ${TONES[tone]} ${className}`}
    />
  );
});
