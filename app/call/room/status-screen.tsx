import type { ReactNode } from 'react';

/** A screen of the room without video: the state, what comes next, and the possible actions. */
export function StatusScreen({
  title,
  text,
  children,
}: {
  title: string;
  text?: string;
  children?: ReactNode;
}) {
  return (
    <div className="absolute inset-0 grid place-content-center-safe justify-items-center gap-4 overflow-y-auto px-6 py-16 text-center wrap-anywhere">
      <svg viewBox="0 0 96 96" aria-hidden="true" className="size-16 fill-none stroke-accent stroke-4">
        <circle cx="48" cy="48" r="40" />
        <path d="M8 48 C 32 64, 64 64, 88 48" />
      </svg>
      <div role="status" className="grid gap-2">
        <h1 className="text-2xl font-semibold">{title}</h1>
        {text && <p className="max-w-prose justify-self-center text-muted">{text}</p>}
      </div>
      {children && <div className="flex flex-wrap justify-center gap-3">{children}</div>}
    </div>
  );
}
