/** Drawn like lucide's: importing lucide here would put the icons of all pages into the header's chunk. */
export function MenuIcon() {
  return (
    <svg
      aria-hidden
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
    >
      <path d="M4 5h16M4 12h16M4 19h16" />
    </svg>
  );
}
