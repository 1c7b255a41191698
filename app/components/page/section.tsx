import { type ReactNode, useId } from 'react';

/** A section of a personal page with its own heading. */
export function Section({ id, title, children }: { id?: string; title: string; children: ReactNode }) {
  const heading = useId();
  return (
    <section
      id={id}
      aria-labelledby={heading}
      className="grid scroll-mt-6 gap-5 border-t border-line py-8 first-of-type:border-t-0"
    >
      <h2 id={heading} className="text-xl">
        {title}
      </h2>
      <div className="grid max-w-xl gap-5">{children}</div>
    </section>
  );
}
