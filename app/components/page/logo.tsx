import { siteName } from '#app/i18n/site-name.ts';

/**
 * The logo mark: a sphere and its horizon, or the operator's logo, by `ownStyle`. Decorative; the name is next to it, or in
 * the surrounding link.
 */
export function Mark({ className = 'size-8' }: { className?: string }) {
  return (
    <svg aria-hidden viewBox="0 0 32 32" fill="none" strokeWidth="2.5" className={`mark ${className}`}>
      <circle cx="16" cy="16" r="12.75" stroke="currentColor" />
      <path d="M3.4 17.6c7 4.9 18.2 4.9 25.2 0" className="stroke-accent" />
    </svg>
  );
}

/** `short`: only the mark on phones, where the header needs the space. */
export function Logo({ short = false }: { short?: boolean }) {
  return (
    <span className="inline-flex items-center gap-2.5">
      <Mark />
      <span className={`text-xl font-semibold tracking-tight ${short ? 'max-sm:hidden' : ''}`}>
        {siteName()}
      </span>
    </span>
  );
}
