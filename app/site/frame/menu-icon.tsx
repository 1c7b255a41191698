/** Like lucide's, drawn here: with the icons' own code, each one of all pages would come along with the header. */
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
