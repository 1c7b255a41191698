import type { ReactNode } from 'react';

/** A screen of the room with a form or something to share; scrolls if it is higher than the window. */
export function Panel({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="absolute inset-0 overflow-y-auto">
      <div className="mx-auto grid min-h-full max-w-xl content-center gap-6 px-6 pt-16 pb-6 sm:[@media(max-height:30rem)]:max-w-3xl sm:[@media(max-height:30rem)]:gap-3 sm:[@media(max-height:30rem)]:pt-4">
        {/* In a low window beside the mark of the header. */}
        <h1 className="text-2xl font-semibold sm:[@media(max-height:30rem)]:pl-12">{title}</h1>
        {children}
      </div>
    </div>
  );
}
