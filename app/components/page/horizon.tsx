/** The site's only ornament: the logo's curved line, as a divider. */
export function Horizon({ className = '' }: { className?: string }) {
  return (
    <svg
      aria-hidden
      viewBox="0 0 240 12"
      preserveAspectRatio="none"
      fill="none"
      className={`h-3 ${className}`}
    >
      <path d="M1 1c60 13 178 13 238 0" stroke="currentColor" vectorEffect="non-scaling-stroke" />
    </svg>
  );
}
