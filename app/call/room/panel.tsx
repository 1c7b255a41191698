import type { ReactNode } from 'react';

/** A screen of the room with something to fill in or hand on; it scrolls where it is higher than the window. */
export function Panel({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="absolute inset-0 overflow-y-auto">
      <div className="mx-auto grid min-h-full max-w-xl content-center gap-6 px-6 py-16">
        <h1 className="text-2xl font-semibold">{title}</h1>
        {children}
      </div>
    </div>
  );
}
