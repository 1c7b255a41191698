import { Star } from 'lucide-react';
import { type InputHTMLAttributes, useId } from 'react';

const STARS = [1, 2, 3, 4, 5] as const;

type StarInputProps = {
  label: string;
  /** Name of a number of stars. */
  nameOf(stars: number): string;
  /** Props of the radio button for that number. */
  choice(stars: number): InputHTMLAttributes<HTMLInputElement>;
  /** Error message, announced when it appears. */
  error?: string;
};

/** Radio buttons styled as stars: they work with arrow keys, screen readers and without JavaScript. */
export function StarInput({ label, nameOf, choice, error }: StarInputProps) {
  const id = useId();
  return (
    <div
      role="radiogroup"
      aria-labelledby={`${id}-label`}
      aria-invalid={error ? true : undefined}
      aria-describedby={error && `${id}-error`}
    >
      <p id={`${id}-label`} className="mb-1.5 font-semibold">
        {label}
      </p>
      <div className="flex">
        {STARS.map((star) => (
          <label
            key={star}
            title={nameOf(star)}
            className="grid size-11 cursor-pointer place-items-center rounded-md text-line-strong has-focus-visible:outline-2 has-checked:text-accent-text [&:has(~label>:checked)]:text-accent-text"
          >
            <input type="radio" {...choice(star)} className="sr-only" />
            <span className="sr-only">{nameOf(star)}</span>
            <Star aria-hidden size={26} fill="currentColor" />
          </label>
        ))}
      </div>
      <p id={`${id}-error`} role="alert" className="text-sm text-poor empty:hidden">
        {error}
      </p>
    </div>
  );
}
